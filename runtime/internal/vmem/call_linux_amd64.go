package vmem

const memfdCreate = 319
