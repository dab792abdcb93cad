// Loops whose step is a variable that branches of the body assign. Compiled by clang-19 -x c at
// -O0 and -O2 for nvptx64, and natively for the expected bytes.
#ifdef __NVPTX__
#define KERNEL __attribute__((nvptx_kernel))
#else
#define KERNEL
#endif

KERNEL void sum(const int *in, int *out, int n)
{
	int t = 0, s;
	for (int i = 0; i < n; i += s) {
		if ((in[i] & 1) == 0) {
			s = 2;
		} else {
			t += i * in[i];
			s = 1;
		}
	}
	out[0] = t;
}

KERNEL void skip(const int *in, int *out, int n)
{
	int t = 0;
	for (int i = 0; i < n;) {
		if (in[i] & 1) {
			i += 2;
			continue;
		}
		t += i;
		i += 1 + (t & 3);
	}
	out[0] = t;
}

KERNEL void letters(const int *in, int *out, int n)
{
	int t = 0, step;
	for (int i = 0; i < n; i += step) {
		if ((in[i] & 255) < 128) {
			step = 1;
			t++;
			continue;
		}
		step = 2;
		t += in[i];
	}
	out[0] = t;
}

KERNEL void scatter(const int *in, int *out, int n)
{
	int s;
	for (int i = 0; i < n; i += s) {
		if (in[i] & 1) {
			out[i] = in[i + 1];
			s = 2;
		} else {
			out[i] = 7;
			out[i + 1] = i;
			s = 3;
		}
	}
}

KERNEL void loaded(const int *in, int *out, int n)
{
	for (int i = 0; i < n;) {
		int s;
		if (in[i] & 1) {
			out[i] = in[i + 1];
			s = 1 + (in[i + 2] & 3);
		} else {
			s = 3;
		}
		i += s;
	}
}

KERNEL void carried(const int *in, int *out, int n)
{
	int s = 1;
	for (int i = 0; i < n; i += s) {
		if (in[i] & 1) {
			out[i] = 1;
			s = 2;
			continue;
		}
		out[i] = 7;
		out[i + 1] = i;
		s = s == 2 ? 4 : 1;
	}
}
