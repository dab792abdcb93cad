package driver

// DeviceAttribute is a CUdevice_attribute.
type DeviceAttribute int32

// The attributes of a device, with CUDA's values. Sizes are in bytes, rates in kHz.
const (
	MaxThreadsPerBlock            DeviceAttribute = 1
	MaxBlockDimX                  DeviceAttribute = 2
	MaxBlockDimY                  DeviceAttribute = 3
	MaxBlockDimZ                  DeviceAttribute = 4
	MaxGridDimX                   DeviceAttribute = 5
	MaxGridDimY                   DeviceAttribute = 6
	MaxGridDimZ                   DeviceAttribute = 7
	MaxSharedMemoryPerBlock       DeviceAttribute = 8
	TotalConstantMemory           DeviceAttribute = 9
	WarpSize                      DeviceAttribute = 10
	MaxPitch                      DeviceAttribute = 11
	MaxRegistersPerBlock          DeviceAttribute = 12
	ClockRate                     DeviceAttribute = 13
	TextureAlignment              DeviceAttribute = 14
	GPUOverlap                    DeviceAttribute = 15
	MultiprocessorCount           DeviceAttribute = 16
	KernelExecTimeout             DeviceAttribute = 17
	Integrated                    DeviceAttribute = 18
	CanMapHostMemory              DeviceAttribute = 19
	ComputeMode                   DeviceAttribute = 20
	ConcurrentKernels             DeviceAttribute = 31
	ECCEnabled                    DeviceAttribute = 32
	PCIBusID                      DeviceAttribute = 33
	PCIDeviceID                   DeviceAttribute = 34
	MemoryClockRate               DeviceAttribute = 36
	GlobalMemoryBusWidth          DeviceAttribute = 37 // bits
	L2CacheSize                   DeviceAttribute = 38
	MaxThreadsPerMultiprocessor   DeviceAttribute = 39
	AsyncEngineCount              DeviceAttribute = 40
	UnifiedAddressing             DeviceAttribute = 41
	ComputeCapabilityMajor        DeviceAttribute = 75
	ComputeCapabilityMinor        DeviceAttribute = 76
	StreamPrioritiesSupported     DeviceAttribute = 78
	MaxSharedMemoryPerMultiproc   DeviceAttribute = 81
	MaxRegistersPerMultiprocessor DeviceAttribute = 82
	ManagedMemory                 DeviceAttribute = 83
	ConcurrentManagedAccess       DeviceAttribute = 89
	CooperativeLaunch             DeviceAttribute = 95
	MaxSharedMemoryPerBlockOptin  DeviceAttribute = 97
	MaxBlocksPerMultiprocessor    DeviceAttribute = 106
	ReservedSharedMemoryPerBlock  DeviceAttribute = 111
	MemoryPoolsSupported          DeviceAttribute = 115
)

// What the device is like. It takes what a GPU of compute capability 9.0 takes, with as many
// multiprocessors as there are processors.
const (
	freeShared     = 48 << 10  // bytes of shared memory that a launch has without asking
	mostShared     = 227 << 10 // and with
	sharedPerSM    = 228 << 10
	reservedShared = 1 << 10
	threadsPerSM   = 2048
	blocksPerSM    = 32
	warp           = 32
	maxThreads     = 1024
)

var attributes = map[DeviceAttribute]int{
	MaxThreadsPerBlock: maxThreads,
	MaxBlockDimX:       1024, MaxBlockDimY: 1024, MaxBlockDimZ: 64,
	MaxGridDimX: 1<<31 - 1, MaxGridDimY: 65535, MaxGridDimZ: 65535,
	MaxSharedMemoryPerBlock:       freeShared,
	TotalConstantMemory:           64 << 10,
	WarpSize:                      warp,
	MaxPitch:                      1<<31 - 1,
	MaxRegistersPerBlock:          64 << 10,
	ClockRate:                     2_000_000,
	TextureAlignment:              512,
	GPUOverlap:                    1,
	KernelExecTimeout:             0,
	Integrated:                    1,
	CanMapHostMemory:              1,
	ComputeMode:                   0,
	ConcurrentKernels:             1,
	ECCEnabled:                    0,
	PCIBusID:                      0,
	PCIDeviceID:                   0,
	MemoryClockRate:               2_000_000,
	GlobalMemoryBusWidth:          128,
	L2CacheSize:                   32 << 20,
	MaxThreadsPerMultiprocessor:   threadsPerSM,
	AsyncEngineCount:              1,
	UnifiedAddressing:             1,
	StreamPrioritiesSupported:     0,
	MaxSharedMemoryPerMultiproc:   sharedPerSM,
	MaxRegistersPerMultiprocessor: 64 << 10,
	ManagedMemory:                 1,
	ConcurrentManagedAccess:       1,
	CooperativeLaunch:             1,
	MaxSharedMemoryPerBlockOptin:  mostShared,
	MaxBlocksPerMultiprocessor:    blocksPerSM,
	ReservedSharedMemoryPerBlock:  reservedShared,
	MemoryPoolsSupported:          0,
}
