package driver

// DeviceAttribute is a CUdevice_attribute.
type DeviceAttribute int32

// The attributes of a device, with CUDA's values. Sizes are in bytes, rates in kHz. CUDA's other
// attributes are 0: the device does not have what they are about.
const (
	MaxThreadsPerBlock                DeviceAttribute = 1
	MaxBlockDimX                      DeviceAttribute = 2
	MaxBlockDimY                      DeviceAttribute = 3
	MaxBlockDimZ                      DeviceAttribute = 4
	MaxGridDimX                       DeviceAttribute = 5
	MaxGridDimY                       DeviceAttribute = 6
	MaxGridDimZ                       DeviceAttribute = 7
	MaxSharedMemoryPerBlock           DeviceAttribute = 8
	TotalConstantMemory               DeviceAttribute = 9
	WarpSize                          DeviceAttribute = 10
	MaxPitch                          DeviceAttribute = 11
	MaxRegistersPerBlock              DeviceAttribute = 12
	ClockRate                         DeviceAttribute = 13
	TextureAlignment                  DeviceAttribute = 14
	GPUOverlap                        DeviceAttribute = 15
	MultiprocessorCount               DeviceAttribute = 16
	KernelExecTimeout                 DeviceAttribute = 17
	Integrated                        DeviceAttribute = 18
	CanMapHostMemory                  DeviceAttribute = 19
	ComputeMode                       DeviceAttribute = 20
	MaxTexture1DWidth                 DeviceAttribute = 21
	MaxTexture2DWidth                 DeviceAttribute = 22
	MaxTexture2DHeight                DeviceAttribute = 23
	MaxTexture3DWidth                 DeviceAttribute = 24
	MaxTexture3DHeight                DeviceAttribute = 25
	MaxTexture3DDepth                 DeviceAttribute = 26
	MaxTexture2DLayeredWidth          DeviceAttribute = 27
	MaxTexture2DLayeredHeight         DeviceAttribute = 28
	MaxTexture2DLayeredLayers         DeviceAttribute = 29
	SurfaceAlignment                  DeviceAttribute = 30
	ConcurrentKernels                 DeviceAttribute = 31
	ECCEnabled                        DeviceAttribute = 32
	PCIBusID                          DeviceAttribute = 33
	PCIDeviceID                       DeviceAttribute = 34
	TCCDriver                         DeviceAttribute = 35
	MemoryClockRate                   DeviceAttribute = 36
	GlobalMemoryBusWidth              DeviceAttribute = 37 // bits
	L2CacheSize                       DeviceAttribute = 38
	MaxThreadsPerMultiprocessor       DeviceAttribute = 39
	AsyncEngineCount                  DeviceAttribute = 40
	UnifiedAddressing                 DeviceAttribute = 41
	MaxTexture1DLayeredWidth          DeviceAttribute = 42
	MaxTexture1DLayeredLayers         DeviceAttribute = 43
	PCIDomainID                       DeviceAttribute = 50
	TexturePitchAlignment             DeviceAttribute = 51
	ComputeCapabilityMajor            DeviceAttribute = 75
	ComputeCapabilityMinor            DeviceAttribute = 76
	StreamPrioritiesSupported         DeviceAttribute = 78
	GlobalL1CacheSupported            DeviceAttribute = 79
	LocalL1CacheSupported             DeviceAttribute = 80
	MaxSharedMemoryPerMultiproc       DeviceAttribute = 81
	MaxRegistersPerMultiprocessor     DeviceAttribute = 82
	ManagedMemory                     DeviceAttribute = 83
	MultiGPUBoard                     DeviceAttribute = 84
	MultiGPUBoardGroupID              DeviceAttribute = 85
	HostNativeAtomicSupported         DeviceAttribute = 86
	SingleToDoublePrecisionPerfRatio  DeviceAttribute = 87
	PageableMemoryAccess              DeviceAttribute = 88
	ConcurrentManagedAccess           DeviceAttribute = 89
	ComputePreemptionSupported        DeviceAttribute = 90
	CanUseHostPointerForRegisteredMem DeviceAttribute = 91
	CooperativeLaunch                 DeviceAttribute = 95
	CooperativeMultiDeviceLaunch      DeviceAttribute = 96
	MaxSharedMemoryPerBlockOptin      DeviceAttribute = 97
	HostRegisterSupported             DeviceAttribute = 99
	CanUseStreamMemOpsV1              DeviceAttribute = 92
	CanUse64BitStreamMemOpsV1         DeviceAttribute = 93
	CanUseStreamWaitValueNORV1        DeviceAttribute = 94
	VirtualMemoryManagementSupported  DeviceAttribute = 102
	HandleTypePosixFDSupported        DeviceAttribute = 103
	MaxBlocksPerMultiprocessor        DeviceAttribute = 106
	ReservedSharedMemoryPerBlock      DeviceAttribute = 111
	MemoryPoolsSupported              DeviceAttribute = 115
	CanUse64BitStreamMemOps           DeviceAttribute = 122
	CanUseStreamWaitValueNOR          DeviceAttribute = 123
	IPCEventSupported                 DeviceAttribute = 125

	lastAttribute DeviceAttribute = 134 // of CUDA 12.4
)

// What the device is like, whatever its compute capability is, with as many multiprocessors as
// there are processors.
const (
	freeShared     = 48 << 10 // bytes of shared memory that a launch has without asking
	reservedShared = 1 << 10
	warp           = 32
	maxThreads     = 1024
)

// limits are those of a multiprocessor, which differ between compute capabilities.
type limits struct {
	capability      int // from which on
	threads, blocks int
	shared          int // bytes
	mostShared      int // of a block that asks for it
}

// byCapability has the limits of GPUs, each for the capabilities up to the next one.
var byCapability = []limits{
	{0, 2048, 32, 96 << 10, 48 << 10},
	{70, 2048, 32, 96 << 10, 96 << 10},
	{75, 1024, 16, 64 << 10, 64 << 10},
	{80, 2048, 32, 164 << 10, 163 << 10},
	{86, 1536, 16, 100 << 10, 99 << 10},
	{87, 1536, 16, 164 << 10, 163 << 10},
	{89, 1536, 24, 100 << 10, 99 << 10},
	{90, 2048, 32, 228 << 10, 227 << 10},
	{120, 1536, 24, 100 << 10, 99 << 10},
}

// perSM are the limits of the device's multiprocessors.
func perSM() (l limits) {
	for _, x := range byCapability {
		if x.capability <= int(capability.Load()) {
			l = x
		}
	}
	return l
}

var attributes = map[DeviceAttribute]int{
	MaxThreadsPerBlock: maxThreads,
	MaxBlockDimX:       1024, MaxBlockDimY: 1024, MaxBlockDimZ: 64,
	MaxGridDimX: 1<<31 - 1, MaxGridDimY: 65535, MaxGridDimZ: 65535,
	MaxSharedMemoryPerBlock:           freeShared,
	TotalConstantMemory:               64 << 10,
	WarpSize:                          warp,
	MaxPitch:                          1<<31 - 1,
	MaxRegistersPerBlock:              64 << 10,
	ClockRate:                         2_000_000,
	TextureAlignment:                  512,
	GPUOverlap:                        1,
	Integrated:                        1,
	CanMapHostMemory:                  1,
	ConcurrentKernels:                 1,
	MemoryClockRate:                   2_000_000,
	GlobalMemoryBusWidth:              128,
	L2CacheSize:                       32 << 20,
	AsyncEngineCount:                  1,
	UnifiedAddressing:                 1,
	MaxRegistersPerMultiprocessor:     64 << 10,
	ManagedMemory:                     1,
	ConcurrentManagedAccess:           1,
	CooperativeLaunch:                 1,
	ReservedSharedMemoryPerBlock:      reservedShared,
	MemoryPoolsSupported:              1,
	SurfaceAlignment:                  512,
	TexturePitchAlignment:             32,
	GlobalL1CacheSupported:            1,
	LocalL1CacheSupported:             1,
	HostNativeAtomicSupported:         1,
	SingleToDoublePrecisionPerfRatio:  2,
	CanUseHostPointerForRegisteredMem: 1,
	HostRegisterSupported:             1,
	CanUseStreamMemOpsV1:              1,
	CanUse64BitStreamMemOpsV1:         1,
	CanUseStreamWaitValueNORV1:        1,
	CanUse64BitStreamMemOps:           1,
	CanUseStreamWaitValueNOR:          1,
	VirtualMemoryManagementSupported:  truth(SupportsVirtualMemory()),
	HandleTypePosixFDSupported:        truth(SupportsVirtualMemory()),
	IPCEventSupported:                 truth(SupportsVirtualMemory()),
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
