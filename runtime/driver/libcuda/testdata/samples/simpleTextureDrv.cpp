// Textures: a picture that is turned by half its size, filtered and wrapped; rows with a pitch; layers that a
// surface writes.
#include "sample.h"

static CUcontext ctx;

static std::vector<float> sample(CUfunction f, CUtexObject tex, int width, int height, float sx, float sy, float ox, float oy) {
  CUdeviceptr out;
  OK(cuMemAlloc(&out, width * height * 4));
  OK(launch(f, (width * height + 127) / 128, 128, 0, nullptr, out, tex, width, height, sx, sy, ox, oy));
  std::vector<float> got(width * height);
  OK(cuMemcpyDtoH(got.data(), out, got.size() * 4));
  OK(cuMemFree(out));
  return got;
}

int main(int, char **argv) {
  const int width = 64, height = 32;
  OK(cuInit(0));
  OK(cuCtxCreate(&ctx, 0, 0));
  CUmodule module;
  OK(cuModuleLoad(&module, (std::string(argv[1]) + "/textures.ptx").c_str()));
  CUfunction f = function(module, "sample2D"), twice = function(module, "doubleLayer");
  std::vector<float> picture(width * height);
  for (int i = 0; i < width * height; i++)
    picture[i] = float((i * 7) % 64);

  CUDA_ARRAY_DESCRIPTOR desc = {};
  desc.Width = width, desc.Height = height, desc.Format = CU_AD_FORMAT_FLOAT, desc.NumChannels = 1;
  CUarray array;
  OK(cuArrayCreate(&array, &desc));
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = picture.data(), copy.srcPitch = width * 4;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY, copy.dstArray = array;
  copy.WidthInBytes = width * 4, copy.Height = height;
  OK(cuMemcpy2D(&copy));
  CUDA_RESOURCE_DESC res = {};
  res.resType = CU_RESOURCE_TYPE_ARRAY;
  res.res.array.hArray = array;
  CUDA_TEXTURE_DESC how = {};
  how.addressMode[0] = how.addressMode[1] = CU_TR_ADDRESS_MODE_WRAP;
  how.filterMode = CU_TR_FILTER_MODE_LINEAR;
  how.flags = CU_TRSF_NORMALIZED_COORDINATES;
  CUtexObject tex;
  OK(cuTexObjectCreate(&tex, &res, &how, nullptr));
  // At the centres of texels, half a picture further.
  auto got = sample(f, tex, width, height, 1.f / width, 1.f / height, .5f / width + .5f, .5f / height + .5f);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      REQUIRE(got[y * width + x] == picture[(y + height / 2) % height * width + (x + width / 2) % width]);
  // Between four of them: their mean, as all weights are a half.
  got = sample(f, tex, width, height, 1.f / width, 1.f / height, 0.f, 0.f);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      auto at = [&](int a, int b) { return picture[(b + height) % height * width + (a + width) % width]; };
      float mean = (at(x, y) + at(x - 1, y) + at(x, y - 1) + at(x - 1, y - 1)) / 4;
      REQUIRE(got[y * width + x] == mean);
    }
  CUDA_RESOURCE_DESC asked;
  OK(cuTexObjectGetResourceDesc(&asked, tex));
  REQUIRE(asked.resType == CU_RESOURCE_TYPE_ARRAY && asked.res.array.hArray == array);
  OK(cuTexObjectDestroy(tex));

  // Memory with a pitch, of bytes that read as floats up to 1, clamped and with a border.
  CUdeviceptr rows;
  size_t pitch;
  OK(cuMemAllocPitch(&rows, &pitch, width, height, 4));
  REQUIRE(pitch >= size_t(width) && pitch % attribute(CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT) == 0);
  std::vector<unsigned char> small(width * height);
  for (size_t i = 0; i < small.size(); i++)
    small[i] = (unsigned char)(i * 5);
  CUDA_MEMCPY2D up = {};
  up.srcMemoryType = CU_MEMORYTYPE_HOST, up.srcHost = small.data(), up.srcPitch = width;
  up.dstMemoryType = CU_MEMORYTYPE_DEVICE, up.dstDevice = rows, up.dstPitch = pitch;
  up.WidthInBytes = width, up.Height = height;
  OK(cuMemcpy2D(&up));
  CUDA_RESOURCE_DESC flat = {};
  flat.resType = CU_RESOURCE_TYPE_PITCH2D;
  flat.res.pitch2D.devPtr = rows;
  flat.res.pitch2D.format = CU_AD_FORMAT_UNSIGNED_INT8;
  flat.res.pitch2D.numChannels = 1;
  flat.res.pitch2D.width = width, flat.res.pitch2D.height = height, flat.res.pitch2D.pitchInBytes = pitch;
  CUDA_TEXTURE_DESC border = {};
  border.addressMode[0] = border.addressMode[1] = CU_TR_ADDRESS_MODE_BORDER;
  border.borderColor[0] = 0.25f;
  OK(cuTexObjectCreate(&tex, &flat, &border, nullptr));
  got = sample(f, tex, width, height, 1.f, 1.f, -1.5f, -1.5f); // two texels to the left and up
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      float want = x < 2 || y < 2 ? 0.25f : float(small[(y - 2) * width + x - 2]) / 255.f;
      REQUIRE(std::fabs(got[y * width + x] - want) < 1e-6f);
    }
  OK(cuTexObjectDestroy(tex));
  OK(cuMemFree(rows));

  // Layers.
  const int layers = 3;
  CUDA_ARRAY3D_DESCRIPTOR deep = {};
  deep.Width = 16, deep.Height = 8, deep.Depth = layers;
  deep.Format = CU_AD_FORMAT_FLOAT, deep.NumChannels = 1;
  deep.Flags = CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST;
  CUarray from, to;
  OK(cuArray3DCreate(&from, &deep));
  OK(cuArray3DCreate(&to, &deep));
  std::vector<float> cube(16 * 8 * layers);
  for (size_t i = 0; i < cube.size(); i++)
    cube[i] = float(i) - 100;
  CUDA_MEMCPY3D box = {};
  box.srcMemoryType = CU_MEMORYTYPE_HOST, box.srcHost = cube.data(), box.srcPitch = 16 * 4, box.srcHeight = 8;
  box.dstMemoryType = CU_MEMORYTYPE_ARRAY, box.dstArray = from;
  box.WidthInBytes = 16 * 4, box.Height = 8, box.Depth = layers;
  OK(cuMemcpy3D(&box));
  CUDA_RESOURCE_DESC source = {}, target = {};
  source.resType = target.resType = CU_RESOURCE_TYPE_ARRAY;
  source.res.array.hArray = from;
  target.res.array.hArray = to;
  CUDA_TEXTURE_DESC point = {};
  CUsurfObject surface;
  OK(cuTexObjectCreate(&tex, &source, &point, nullptr));
  OK(cuSurfObjectCreate(&surface, &target));
  for (int layer = 0; layer < layers; layer++)
    OK(launch(twice, 8, 16, 0, nullptr, surface, tex, layer));
  std::vector<float> back(cube.size());
  CUDA_MEMCPY3D down = {};
  down.srcMemoryType = CU_MEMORYTYPE_ARRAY, down.srcArray = to;
  down.dstMemoryType = CU_MEMORYTYPE_HOST, down.dstHost = back.data(), down.dstPitch = 16 * 4, down.dstHeight = 8;
  down.WidthInBytes = 16 * 4, down.Height = 8, down.Depth = layers;
  OK(cuMemcpy3D(&down));
  for (size_t i = 0; i < cube.size(); i++)
    REQUIRE(back[i] == 2 * cube[i]);
  OK(cuArrayDestroy(from)); // the array first, as programs do that are none too tidy
  OK(cuTexObjectDestroy(tex));
  OK(cuSurfObjectDestroy(surface));
  OK(cuArrayDestroy(to));
  OK(cuArrayDestroy(array));
  OK(cuModuleUnload(module));
  OK(cuCtxDestroy(ctx));
  std::puts("Result = PASS");
}
