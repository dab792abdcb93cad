package fpops

// The tables of the accurate functions, from math/big. A test computes them
// again. In powers.Table and sineTable, four values are not rounded to nearest but
// to their other neighbour: with them, no f32 result is rounded wrongly.

// sineTable[k] is sin(k*pi/32). The cosine is 16 entries further on. What
// stands for sin(9*pi/32) and sin(15*pi/32) is rounded down, for sin(13*pi/32)
// up.
var sineTable = [64]float64{
	0, 0x1.917a6bc29b42cp-4, 0x1.8f8b83c69a60bp-3, 0x1.294062ed59f06p-2,
	0x1.87de2a6aea963p-2, 0x1.e2b5d3806f63bp-2, 0x1.1c73b39ae68c8p-1, 0x1.44cf325091dd6p-1,
	0x1.6a09e667f3bcdp-1, 0x1.8bc806b15174p-1, 0x1.a9b66290ea1a3p-1, 0x1.c38b2f180bdb1p-1,
	0x1.d906bcf328d46p-1, 0x1.e9f4156c62ddbp-1, 0x1.f6297cff75cbp-1, 0x1.fd88da3d12525p-1,
	0x1p0, 0x1.fd88da3d12525p-1, 0x1.f6297cff75cbp-1, 0x1.e9f4156c62ddbp-1,
	0x1.d906bcf328d46p-1, 0x1.c38b2f180bdb1p-1, 0x1.a9b66290ea1a3p-1, 0x1.8bc806b15174p-1,
	0x1.6a09e667f3bcdp-1, 0x1.44cf325091dd6p-1, 0x1.1c73b39ae68c8p-1, 0x1.e2b5d3806f63bp-2,
	0x1.87de2a6aea963p-2, 0x1.294062ed59f06p-2, 0x1.8f8b83c69a60bp-3, 0x1.917a6bc29b42cp-4,
	0, -0x1.917a6bc29b42cp-4, -0x1.8f8b83c69a60bp-3, -0x1.294062ed59f06p-2,
	-0x1.87de2a6aea963p-2, -0x1.e2b5d3806f63bp-2, -0x1.1c73b39ae68c8p-1, -0x1.44cf325091dd6p-1,
	-0x1.6a09e667f3bcdp-1, -0x1.8bc806b15174p-1, -0x1.a9b66290ea1a3p-1, -0x1.c38b2f180bdb1p-1,
	-0x1.d906bcf328d46p-1, -0x1.e9f4156c62ddbp-1, -0x1.f6297cff75cbp-1, -0x1.fd88da3d12525p-1,
	-0x1p0, -0x1.fd88da3d12525p-1, -0x1.f6297cff75cbp-1, -0x1.e9f4156c62ddbp-1,
	-0x1.d906bcf328d46p-1, -0x1.c38b2f180bdb1p-1, -0x1.a9b66290ea1a3p-1, -0x1.8bc806b15174p-1,
	-0x1.6a09e667f3bcdp-1, -0x1.44cf325091dd6p-1, -0x1.1c73b39ae68c8p-1, -0x1.e2b5d3806f63bp-2,
	-0x1.87de2a6aea963p-2, -0x1.294062ed59f06p-2, -0x1.8f8b83c69a60bp-3, -0x1.917a6bc29b42cp-4,
}

// log2Table covers 0.69921875 <= m < 1.3984375 in intervals of 2^17 units of
// f32. r, of at most 29 bits, is close to the reciprocal of the middle, and such
// that the error of the float64 l = -log2(r) is below 2^-62*l. It is 1 in the
// interval that holds 1.
var log2Table = [64]struct{ r, l float64 }{
	{0x1.6c16c7ap0, -0x1.042be14f316a3p-1},
	{0x1.68164c2p0, -0x1.f803d3f449f7ap-2},
	{0x1.642d002p0, -0x1.e7e15c3dbe417p-2},
	{0x1.6058756p0, -0x1.d7e85078aa804p-2},
	{0x1.5c98d62p0, -0x1.c81b3da00e4a8p-2},
	{0x1.58ecf68p0, -0x1.b87706c07c8c7p-2},
	{0x1.5555732p0, -0x1.a9001808e7d48p-2},
	{0x1.51d0ea8p0, -0x1.99b24a2c89cb9p-2},
	{0x1.4e5dbacp0, -0x1.8a88208a767bap-2},
	{0x1.4afd6e4p0, -0x1.7b8a030df9d05p-2},
	{0x1.47adc3ep0, -0x1.6caf8b1f709ffp-2},
	{0x1.446f71ep0, -0x1.5dfd71f2d4333p-2},
	{0x1.4140e76p0, -0x1.4f6e1dda8ec53p-2},
	{0x1.3e2259ep0, -0x1.4103f06d1b839p-2},
	{0x1.3b13644p0, -0x1.32be8545276b9p-2},
	{0x1.3812f08p0, -0x1.249a259cd6535p-2},
	{0x1.3522394p0, -0x1.169dfda2a8624p-2},
	{0x1.323dbd8p0, -0x1.08baa222e58a9p-2},
	{0x1.2f6861cp0, -0x1.f5fe5fcff0c2ep-3},
	{0x1.2c9f35p0, -0x1.dabd44bdefa53p-3},
	{0x1.29e4594p0, -0x1.bfc9370ffa8ffp-3},
	{0x1.2735148p0, -0x1.a509a51810476p-3},
	{0x1.2491c2ep0, -0x1.8a8434b6ccc63p-3},
	{0x1.21fb96ep0, -0x1.70473cf9de726p-3},
	{0x1.1f6fd84p0, -0x1.5639475d06221p-3},
	{0x1.1cf0506p0, -0x1.3c6ea3c389961p-3},
	{0x1.1a7babep0, -0x1.22dbc03f6b6dfp-3},
	{0x1.1811ebp0, -0x1.098296147fd7dp-3},
	{0x1.15b2702p0, -0x1.e0bd2a8905405p-4},
	{0x1.135cd1cp0, -0x1.aeda54f1de1fep-4},
	{0x1.111057p0, -0x1.7d508ed7c9dadp-4},
	{0x1.0ecff42p0, -0x1.4c637a10261e6p-4},
	{0x1.0c97746p0, -0x1.1bbb5d15bd598p-4},
	{0x1.0a6757ap0, -0x1.d6cbc1a4adfe4p-5},
	{0x1.084165ep0, -0x1.771b7ce6cb07dp-5},
	{0x1.0624ed6p0, -0x1.184e6841a7607p-5},
	{0x1.040fe8p0, -0x1.741f4dba4aa93p-6},
	{0x1.0204b94p0, -0x1.73468a9083d6dp-7},
	{1, 0},
	{0x1.f81f95ap-1, 0x1.6e75cebfab97dp-6},
	{0x1.f07cc1cp-1, 0x1.6b9e15e6b8252p-5},
	{0x1.e91295cp-1, 0x1.0eb9d0eada28fp-4},
	{0x1.e1e1636p-1, 0x1.66457f067416ap-4},
	{0x1.dae66cap-1, 0x1.bc7f38babea7dp-4},
	{0x1.d41ca58p-1, 0x1.08c96384e33e2p-3},
	{0x1.cd85166p-1, 0x1.32b0ac5264051p-3},
	{0x1.c71cb12p-1, 0x1.5c00085dbd062p-3},
	{0x1.c0dfefep-1, 0x1.84c609d00d8fep-3},
	{0x1.bacf14ep-1, 0x1.acf9210fd375bp-3},
	{0x1.b4e779ep-1, 0x1.d4a32877eebf1p-3},
	{0x1.af28f76p-1, 0x1.fbbdaf0378439p-3},
	{0x1.a98faf8p-1, 0x1.112df9cef1cfap-2},
	{0x1.a419d28p-1, 0x1.24420186dd7d1p-2},
	{0x1.9ec8fcep-1, 0x1.37120741273ep-2},
	{0x1.999a01ep-1, 0x1.49a60ca54f5aap-2},
	{0x1.948a70ep-1, 0x1.5c03e800224ccp-2},
	{0x1.8f9c578p-1, 0x1.6e2135b44e759p-2},
	{0x1.8acbc4cp-1, 0x1.80099468eb7dbp-2},
	{0x1.86182bap-1, 0x1.91bc74b0699f6p-2},
	{0x1.81814dp-1, 0x1.a33829ddff8f4p-2},
	{0x1.7d053d4p-1, 0x1.b481846176322p-2},
	{0x1.78a5516p-1, 0x1.c590e05ae650cp-2},
	{0x1.745d56ep-1, 0x1.d67441ad27366p-2},
	{0x1.702e77ep-1, 0x1.e724e0348cc4fp-2},
}

// invTwoPi are the first 256 bits of 1/(2*pi) after the point.
var invTwoPi = [...]uint64{0x28be60db9391054a, 0x7f09d5f47d4d3770, 0x36d8a5664f10e410, 0x7f9458eaf7aef158}
