// Package texops is the arithmetic of textures and surfaces: which texels an
// instruction touches, with which weights, and what becomes of them. Like fpops
// it is pure and shared by generated code and the reference interpreter; it holds
// no memory, has no handles and knows no launch. An engine asks a [View] for the
// [Taps] of a position, reads the texels from its own memory, and lets the view
// blend them.
//
// The rules are those of section 9.7.10 and 9.7.11 of the PTX manual and of the
// appendix "Texture Fetching" of the CUDA programming guide, with the precision of an
// H100: internal/cuda/golden/textures has 185,728 points that one was asked about, of which
// all but 127 have the same bits here.
//
// Coordinates, as the H100 has them:
//
//   - Normalized coordinates are cut to 21 bits of fraction before they are multiplied by the
//     size. A coordinate that is filtered is then rounded to 8 bits of fraction, halves up, before
//     the half texel is subtracted. Without filtering the index is the floor.
//   - NaNs and subnormals count as 0.
//   - One dimension is filtered as two of which the second has size 1 and coordinate 0: the
//     addressing mode border of the second axis blends with the border.
//   - Faces of a cube do not blend into each other, and where two coordinates are
//     equally large, z goes before y before x.
//   - Levels of detail are cut to 1/256, as are their bias and their limits.
//   - The level of gradients is the logarithm of the longest of dx, dy, and 11/16 of their sum and
//     difference. Lengths are the larger coordinate plus 11/32 of the smaller. The logarithm has the
//     8 bits behind the leading one. Where intermediate results are cut is not quite known: 86 of
//     6144 points differ.
//
// Filters:
//
//   - Weights are multiples of 1/256. The whole is divided between levels of detail, then along z,
//     x and y, and each time rounded: see [View.quad].
//   - Integers that read as floats are added as integers, to multiples of 1/65535 or 1/32767, halves up.
//   - Floats are cut to 4 bits more than their format has, below the leading bit of the largest
//     in the slice of a level; what is added is rounded once, halves away from zero. A filter of f16
//     gives an f16.
//   - Bytes in the sRGB curve become numbers of 8 bits, which are filtered like f16. The bytes 47
//     and 48 beside each other are something else: 41 points differ.
//
// What nobody has asked a GPU yet, and is a guess:
//
//   - Sizes over 100 texels, and three-dimensional filters of other texels than 0 and 1.
//   - A border that is filtered in a format of integers is the nearest that these have.
//   - With an infinity or a NaN among the texels that have a weight, the result is their sum.
//   - A step along three axes has 1/4 of its least coordinate added to its length.
//   - Depths are compared before they are filtered, as f32.
//   - Mirroring reflects indices of texels, which is the same as reflecting the
//     coordinate except where that lies exactly between two texels.
//   - Integer coordinates fetch without filter and without addressing mode; outside
//     of the image, of its levels or samples they give zero.
//   - Channels that an image does not have read as 0, the fourth as 1.
package texops
