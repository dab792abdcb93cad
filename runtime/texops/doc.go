// Package texops is the arithmetic of textures and surfaces: which texels an
// instruction touches, with which weights, and what becomes of them. Like fpops
// it is pure and shared by generated code and the reference interpreter; it holds
// no memory, has no handles and knows no launch. An engine asks a [View] for the
// [Taps] of a position, reads the texels from its own memory, and lets the view
// blend them.
//
// The rules are those of section 9.7.10 and 9.7.11 of the PTX manual and of the
// appendix "Texture Fetching" of the CUDA programming guide. What these leave
// open is stated here, as the best that is known without a GPU at hand:
//
//   - A coordinate that is filtered is rounded to 8 bits of fraction, halves up,
//     before the half texel is subtracted. The weights are multiples of 1/256, and
//     their products are not rounded.
//   - A sum of weighted texels is computed in float64 and rounded once. A texel of
//     weight zero does not take part, not even with an infinity.
//   - Without filtering the index is the floor of the coordinate, not rounded to 8
//     bits before.
//   - Mirroring reflects indices of texels, which is the same as reflecting the
//     coordinate except where that lies exactly between two texels.
//   - Coordinates that are NaN count as 0.
//   - Integer coordinates fetch without filter and without addressing mode; outside
//     of the image, of its levels or samples they give zero.
//   - Channels that an image does not have read as 0, the fourth as 1.
//   - Faces of a cube do not blend into each other, and where two coordinates are
//     equally large, z goes before y before x.
//   - The level of detail of gradients is half the logarithm of the larger squared
//     length, to 12 bits of fraction, then rounded to 8. Filtering is isotropic.
package texops
