// Package texops is the arithmetic of textures and surfaces: which texels an
// instruction touches, with which weights, and what becomes of them. Like fpops
// it is pure and shared by generated code and the reference interpreter; it holds
// no memory, has no handles and knows no launch. An engine asks a [View] for the
// [Taps] of a position, reads the texels from its own memory, and lets the view
// blend them.
//
// The rules are those of section 9.7.10 and 9.7.11 of the PTX manual and of the
// appendix "Texture Fetching" of the CUDA programming guide, with the precision of an
// H100: internal/cuda/golden/textures has 210,069 points that one was asked about, of which
// all but 532 have the same bits here.
//
// Coordinates, as the H100 has them:
//
//   - Normalized coordinates are cut to 21 bits of fraction, or 22 in large images, before they are multiplied by the
//     size. A coordinate that is filtered is then rounded to 8 bits of fraction, halves up, before
//     the half texel is subtracted. Without filtering the index is the floor.
//   - NaNs and subnormals count as 0.
//   - One dimension is filtered as two of which the second has size 1 and coordinate 0: the
//     addressing mode border of the second axis blends with the border.
//   - Faces of a cube do not blend into each other, and where two coordinates are
//     equally large, z goes before y before x.
//   - Levels of detail are cut to 1/256, as are their bias and their limits.
//   - The level of gradients is the logarithm of the longest of dx, dy, and 11/16 of their sum and
//     difference. Lengths are the larger coordinate plus 11/32 of the next, plus 1/4 of the least, in floats of 10
//     bits. The logarithm has the 8 bits behind the leading one. Where sums of steps are cut is
//     known but for one of 200 points.
//
// Filters:
//
//   - Weights are multiples of 1/256. The whole is divided between levels of detail, then along z,
//     x and y, and each time rounded: see [View.quad].
//   - Integers that read as floats are added as integers, to multiples of 1/65535 or 1/32767, halves up.
//   - Floats are cut to 4 bits more than their format has, below the leading bit of the largest
//     in the slice of a level; what is added is rounded once, halves away from zero. A filter of f16
//     gives an f16.
//   - Bytes in the sRGB curve become numbers of 8 bits. A filter cuts them to 8 bits from the leading one of
//     the largest; the result is an f16.
//   - A border is the nearest integer of formats that read as floats, and of other integers the low
//     bits of its f32.
//
// What a GPU answered otherwise:
//
//   - How steps of a direction become steps in a face of a cube: half of the points have another level.
//   - A negative offset in a line with the addressing mode border: the H100 gives the border everywhere.
//
// What nobody has asked a GPU yet, and is a guess:
//
//   - Coordinates have the 22nd bit from 8193 texels on; it is there with 20000, and not with 5000.
//   - A border in the sRGB curve is a linear value, and those over 1 stay so.
//   - With an infinity or a NaN among the texels of one of two levels, the result is the sum of both.
//   - Depths are compared before they are filtered, as f32.
//   - Mirroring reflects indices of texels, which is the same as reflecting the
//     coordinate except where that lies exactly between two texels.
//   - Integer coordinates fetch without filter and without addressing mode; outside
//     of the image, of its levels or samples they give zero.
//   - Channels that an image does not have read as 0, the fourth as 1.
package texops
