#!/usr/bin/env python3
# driver.py FOLDER CASE...: runs conformance cases with images through arrays and texture objects of the CUDA driver API and
# writes all their buffers to the folder. Kernels that the driver's assembler refuses are left out.
import ctypes as C,json,sys,os,struct
cu=C.CDLL('libcuda.so.1'); OUT=sys.argv[1]; os.makedirs(OUT,exist_ok=True)
def ck(r,what=''):
    if r:
        n=C.c_char_p(); cu.cuGetErrorName(r,C.byref(n)); raise RuntimeError(f'{what}: {n.value.decode() if n.value else r}')
class A3(C.Structure): _fields_=[('w',C.c_size_t),('h',C.c_size_t),('d',C.c_size_t),('fmt',C.c_int),('ch',C.c_uint),('flags',C.c_uint)]
class Cpy(C.Structure):
    _fields_=[('sx',C.c_size_t),('sy',C.c_size_t),('sz',C.c_size_t),('sl',C.c_size_t),('st',C.c_int),('sh',C.c_void_p),('sd',C.c_uint64),('sa',C.c_void_p),('r0',C.c_void_p),('sp',C.c_size_t),('shh',C.c_size_t),
     ('dx',C.c_size_t),('dy',C.c_size_t),('dz',C.c_size_t),('dl',C.c_size_t),('dt',C.c_int),('dh',C.c_void_p),('dd',C.c_uint64),('da',C.c_void_p),('r1',C.c_void_p),('dp',C.c_size_t),('dhh',C.c_size_t),
     ('wb',C.c_size_t),('hh',C.c_size_t),('dd2',C.c_size_t)]
assert C.sizeof(Cpy)==200,C.sizeof(Cpy)
class Res(C.Structure): _fields_=[('t',C.c_int),('pad',C.c_int),('a',C.c_uint64),('rest',C.c_byte*120),('flags',C.c_uint),('pad2',C.c_uint)]
assert C.sizeof(Res)==144
class Tex(C.Structure): _fields_=[('am',C.c_int*3),('fm',C.c_int),('flags',C.c_uint),('aniso',C.c_uint),('mf',C.c_int),('bias',C.c_float),('mn',C.c_float),('mx',C.c_float),('border',C.c_float*4),('res',C.c_int*12)]
assert C.sizeof(Tex)==104,C.sizeof(Tex)
FMT={'u8':(1,1),'u16':(2,2),'u32':(3,4),'s8':(8,1),'s16':(9,2),'s32':(10,4),'f16':(16,2),'f32':(32,4)}
AM={'wrap':0,'clamp':1,'mirror':2,'border':3,'clamp_ogl':1}
LAY,SURF,CUBE=1,2,4
class Img:
    def __init__(s,im,data):
        g=im['geometry']; f,b=FMT[im['channel']]; ch=im['channels']; s.im=im; s.arr=[]; s.notes=''
        if 'samples' in im and im['samples']>1 or 'ms' in g: raise RuntimeError('multisample')
        w,h,d,l=im['width'],im.get('height',0),im.get('depth',0),im.get('layers',1); flags=SURF
        if g=='1d': dim=(w,0,0); n=1
        elif g=='2d': dim=(w,h,0); n=1
        elif g=='3d': dim=(w,h,d); n=1
        elif g=='a1d': dim=(w,0,l); flags|=LAY
        elif g=='a2d': dim=(w,h,l); flags|=LAY
        elif g=='cube': dim=(w,h,6); flags|=CUBE
        elif g=='acube': dim=(w,h,6*l); flags|=CUBE|LAY
        else: raise RuntimeError('geometry '+g)
        lv=im.get('levels',1); at=im.get('offset',0); desc=A3(dim[0],dim[1],dim[2],f,ch,flags); s.levels=[]
        if lv>1:
            m=C.c_void_p(); ck(cu.cuMipmappedArrayCreate(C.byref(m),C.byref(desc),lv),'mipcreate'); s.res=Res(t=1,a=m.value); s.h=m
            for i in range(lv):
                a=C.c_void_p(); ck(cu.cuMipmappedArrayGetLevel(C.byref(a),m,i),'level'); s.levels.append(a)
        else:
            a=C.c_void_p(); ck(cu.cuArray3DCreate_v2(C.byref(a),C.byref(desc)),'arraycreate'); s.res=Res(t=0,a=a.value); s.levels=[a]; s.h=a
        s.lv=lv; s.place=[]
        for i,a in enumerate(s.levels):
            W=max(1,dim[0]>>i); H=max(1,(dim[1] or 1)>>i); D=dim[2] or 1
            if not flags&(LAY|CUBE): D=max(1,D>>i)
            n=W*H*D*b*ch; s.place.append((at,W*b*ch,H,D,a)); at+=n
        s.put(data)
    def copy(s,mem,to):
        for at,wb,H,D,a in s.place:
            if at+wb*H*D>len(mem): raise RuntimeError('memory')
            p=C.addressof(mem)+at; c=Cpy()
            if to: c.st=1; c.sh=p; c.sp=wb; c.shh=H; c.dt=3; c.da=a
            else: c.dt=1; c.dh=p; c.dp=wb; c.dhh=H; c.st=3; c.sa=a
            c.wb=wb; c.hh=H; c.dd2=D; ck(cu.cuMemcpy3D_v2(C.byref(c)),'copy3d')
    def put(s,mem): s.copy(mem,True)
    def get(s,mem): s.copy(mem,False)
    def desc(s,sm):
        t=Tex(); im=s.im
        for i,a in enumerate(sm.get('address',[])): t.am[i]=AM[a]
        t.fm=1 if sm.get('linear') else 0; t.mf=1 if sm.get('mip_linear') else 0
        if im['channel'] not in('f16','f32') and not im.get('normalized'): t.flags|=1
        if sm.get('normalized'): t.flags|=2
        if im.get('srgb'): t.flags|=16
        t.bias=sm.get('bias',0); t.mn=sm.get('min_lod',0); t.mx=sm.get('max_lod',0)
        for i,v in enumerate(sm.get('border',[])): t.border[i]=v
        return t
    def tex(s):
        o=C.c_uint64(); t=s.desc(s.im.get('sampler') or {}); ck(cu.cuTexObjectCreate(C.byref(o),C.byref(s.res),C.byref(t),None),'texobject'); return o.value
    def surf(s):
        o=C.c_uint64(); r=Res(t=0,a=s.levels[0].value); ck(cu.cuSurfObjectCreate(C.byref(o),C.byref(r)),'surfobject'); return o.value
    def refs(s,mod):
        sm=s.im.get('sampler') or {}; t=s.desc(sm)
        for n in s.im.get('texrefs',[]):
            r=C.c_void_p(); ck(cu.cuModuleGetTexRef(C.byref(r),mod,n.encode()),'texref '+n)
            if s.lv>1: ck(cu.cuTexRefSetMipmappedArray(r,s.h,1),'refmip')
            else: ck(cu.cuTexRefSetArray(r,s.h,1),'refarray')
            for i in range(3): ck(cu.cuTexRefSetAddressMode(r,i,t.am[i]),'refaddr')
            ck(cu.cuTexRefSetFilterMode(r,t.fm),'reffilter'); ck(cu.cuTexRefSetFlags(r,t.flags),'refflags'); cu.cuTexRefSetBorderColor(r,t.border)
        for n in s.im.get('surfrefs',[]):
            r=C.c_void_p(); ck(cu.cuModuleGetSurfRef(C.byref(r),mod,n.encode()),'surfref '+n); ck(cu.cuSurfRefSetArray(r,s.levels[0],0),'surfrefarray')
def run(d):
    j=json.load(open(d+'/case.json')); f=j['ptx'][0]['file']; name=os.path.basename(d.rstrip('/'))
    log=C.create_string_buffer(8192); opts=(C.c_int*2)(5,6); vals=(C.c_void_p*2)(C.cast(log,C.c_void_p),C.c_void_p(8192)); mod=C.c_void_p()
    import re
    text=open(f'{d}/{f}').read(); drop=[]
    text=re.sub(r'\.version [0-9.]+','.version 8.3',text,count=1); text=re.sub(r'\.target sm_\d+','.target sm_90',text,count=1)
    for k in range(12):
        C.memset(log,0,8192)
        r=cu.cuModuleLoadDataEx(C.byref(mod),text.encode()+b'\0',2,opts,vals)
        if not r: break
        bad={int(x) for x in re.findall(r'line (\d+);',log.value.decode())}
        if not bad: print(name,'load',r,log.value.decode()[:2000]); return
        L=text.split('\n'); start=None; new=list(L); n=0
        for i,l in enumerate(L):
            if '.entry' in l: start=i
            if l.startswith('}') and start is not None:
                if any(start<=q-1<=i for q in bad):
                    n+=1; drop.append(re.search(r'\.entry\s+(\w+)',L[start]).group(1))
                    for q in range(start,i+1): new[q]=''
                start=None
        text='\n'.join(new)
        if not n: print(name,'load',r,log.value.decode()[:500]); return
    print(name,'dropped',len(drop),drop[:40])
    addr={};mem={}
    for b in j['buffers']:
        mem[b['name']]=C.create_string_buffer(b'' if b['bytes']==0 else (bytes(b['bytes']) if b.get('init','zero')=='zero' else open(f"{d}/{b['init']}",'rb').read()),b['bytes'])
        p=C.c_uint64(); ck(cu.cuMemAlloc_v2(C.byref(p),C.c_size_t((b['bytes']+511)&~255)),'alloc'); addr[b['name']]=p.value
        ck(cu.cuMemcpyHtoD_v2(p,mem[b['name']],C.c_size_t(b['bytes'])),'h2d')
    H={};S={};log=[];I=[]
    for im in j['images']:
        try: x=Img(im,mem[im['buf']]); I.append(x)
        except Exception as e: log.append((im['name'],'image',str(e))); continue
        try: H[im['name']]=x.tex()
        except Exception as e: log.append((im['name'],'tex',str(e)))
        try: S[im['name']]=x.surf()
        except Exception as e: log.append((im['name'],'surf',str(e)))
        try: x.refs(mod)
        except Exception as e: log.append((im['name'],'refs',str(e)))
    for l in j['launches']:
        fn=C.c_void_p(); keep=[]; skip=''
        r=cu.cuModuleGetFunction(C.byref(fn),mod,l['kernel'].encode())
        if r: log.append((l['kernel'],'function',r)); continue
        for a in l['args']:
            if 'buf' in a: raw=struct.pack('<Q',addr[a['buf']]+a.get('offset',0))
            elif 'texture' in a:
                if a['texture'] not in H: skip=a['texture']; break
                raw=struct.pack('<Q',H[a['texture']])
            elif 'surface' in a:
                if a['surface'] not in S: skip=a['surface']; break
                raw=struct.pack('<Q',S[a['surface']])
            elif 'sampler' in a: skip='sampler'; break
            else: raw=bytes.fromhex(a['hex'])
            keep.append(C.create_string_buffer(raw,len(raw)))
        if skip: log.append((l['kernel'],'skipped',skip)); continue
        arr=(C.c_void_p*max(1,len(keep)))(*[C.cast(k,C.c_void_p) for k in keep])
        try: ck(cu.cuLaunchKernel(fn,*l['grid'],*l['block'],l.get('dynamic_shared',0),None,arr,None),'launch'); ck(cu.cuCtxSynchronize(),'sync')
        except Exception as e:
            log.append((l['kernel'],'launch',str(e)))
            if 'sync' in str(e): break
    for b in j['buffers']:
        try: ck(cu.cuMemcpyDtoH_v2(mem[b['name']],C.c_uint64(addr[b['name']]),C.c_size_t(b['bytes'])),'d2h')
        except Exception as e: log.append((b['name'],'d2h',str(e)))
    for x in I:
        try: x.get(mem[x.im['buf']])
        except Exception as e: log.append((x.im['name'],'get',str(e)))
    for b in j['buffers']: open(f"{OUT}/{name}.{b['name']}",'wb').write(mem[b['name']].raw)
    json.dump(log,open(f'{OUT}/{name}.json','w')); print(name,len(j['launches']),'launches',len(log),'notes')
cu.cuCtxSetCurrent.argtypes=[C.c_void_p]; cu.cuMipmappedArrayGetLevel.argtypes=[C.c_void_p,C.c_void_p,C.c_uint]
cu.cuTexRefSetArray.argtypes=[C.c_void_p,C.c_void_p,C.c_uint]; cu.cuTexRefSetMipmappedArray.argtypes=[C.c_void_p,C.c_void_p,C.c_uint]
for n in 'cuTexRefSetAddressMode',: getattr(cu,n).argtypes=[C.c_void_p,C.c_int,C.c_int]
cu.cuTexRefSetFilterMode.argtypes=[C.c_void_p,C.c_int]; cu.cuTexRefSetFlags.argtypes=[C.c_void_p,C.c_uint]; cu.cuTexRefSetBorderColor.argtypes=[C.c_void_p,C.c_void_p]
cu.cuSurfRefSetArray.argtypes=[C.c_void_p,C.c_void_p,C.c_uint]
cu.cuModuleGetTexRef.argtypes=[C.c_void_p,C.c_void_p,C.c_char_p]; cu.cuModuleGetSurfRef.argtypes=[C.c_void_p,C.c_void_p,C.c_char_p]
ck(cu.cuInit(0)); dev=C.c_int(); ck(cu.cuDeviceGet(C.byref(dev),0)); ctx=C.c_void_p(); ck(cu.cuDevicePrimaryCtxRetain(C.byref(ctx),dev)); ck(cu.cuCtxSetCurrent(ctx))
for d in sys.argv[2:]:
    try: run(d)
    except Exception as e: print(d,'FAILED',e)
