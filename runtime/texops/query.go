package texops

// Query is an attribute that txq and suq ask for.
type Query uint8

const (
	QueryWidth Query = iota
	QueryHeight
	QueryDepth
	QueryChannelDataType
	QueryChannelOrder
	QueryNormalizedCoords
	QueryArraySize
	QueryNumMipmapLevels
	QueryNumSamples
	QueryMemoryLayout
	QueryForceUnnormalizedCoords
	QueryFilterMode
	QueryAddrMode0
	QueryAddrMode1
	QueryAddrMode2
)

// The numbers of channel_data_type and channel_order are those of OpenCL, as the
// manual says in section 5.3.1.
var (
	plainTypes = [numChannels]uint32{U8: 0x10da, S8: 0x10d7, U16: 0x10db, S16: 0x10d8, U32: 0x10dc, S32: 0x10d9, F16: 0x10dd, F32: 0x10de}
	normTypes  = [numChannels]uint32{U8: 0x10d2, S8: 0x10d0, U16: 0x10d3, S16: 0x10d1}
	orders     = [5]uint32{1: 0x10b0, 2: 0x10b2, 4: 0x10b5}
)

// addressNumbers are the answers of txq. The manual lists addr_mode_N as one of wrap, mirror, clamp_ogl, clamp_to_edge and
// clamp_to_border; their numbers count from zero in that order.
var addressNumbers = [numAddresses]uint32{Wrap: 0, Mirror: 1, ClampOGL: 2, Clamp: 3, Border: 4}

// Query returns an attribute of an image at a level of detail; those that the
// geometry does not have are 0.
func (v *View) Query(q Query, level uint32) uint32 {
	side := func(n int) uint32 {
		if n == 0 || level >= 32 {
			return 0
		}
		return uint32(max(n>>level, 1))
	}
	switch q {
	case QueryWidth:
		return side(v.Width)
	case QueryHeight:
		return side(v.Height)
	case QueryDepth:
		return side(v.Depth)
	case QueryChannelDataType:
		if n := normTypes[v.Channel]; v.Normalized && n != 0 {
			return n
		}
		return plainTypes[v.Channel]
	case QueryChannelOrder:
		return orders[v.Channels]
	case QueryNormalizedCoords:
		if v.Sampler.Normalized {
			return 1
		}
		return 0
	case QueryArraySize:
		return uint32(v.Layers)
	case QueryNumMipmapLevels:
		return uint32(max(v.Levels, 1))
	case QueryNumSamples:
		return uint32(max(v.Samples, 1))
	case QueryMemoryLayout:
		return 0 // linear
	}
	return v.Sampler.Query(q)
}

// Query returns an attribute of a sampler.
func (s *Sampler) Query(q Query) uint32 {
	switch q {
	case QueryForceUnnormalizedCoords:
		if !s.Normalized {
			return 1
		}
	case QueryFilterMode:
		return uint32(s.Filter)
	case QueryAddrMode0, QueryAddrMode1, QueryAddrMode2:
		return addressNumbers[s.Address[q-QueryAddrMode0]]
	}
	return 0
}
