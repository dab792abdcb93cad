package vmem

const memfdCreate = 279
