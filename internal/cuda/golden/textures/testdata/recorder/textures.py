#!/usr/bin/env python3
# textures.py FOLDER: writes textures.rec, what the texture unit makes of chosen texels and coordinates. Needs numpy and libcuda.so.1.
# ../README.md says what a record is; there coordinates of weights2d and weights3d, and of all from srgb-far on, are a part of these.
import sys,os,json,struct,math
sys.argv=[sys.argv[0],sys.argv[1]]
exec(open(os.path.join(os.path.dirname(os.path.abspath(__file__)),'driver.py')).read().split("for d in sys.argv[2:]:")[0])
import numpy as np
rng=np.random.RandomState(12345)
KINDS={ # name: (coordinates, instruction)
 '1d':(1,'tex.1d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0}];'),
 '2d':(2,'tex.2d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0,%c1}];'),
 '3d':(3,'tex.3d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0,%c1,%c2,%c2}];'),
 'cube':(3,'tex.cube.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0,%c1,%c2,%c2}];'),
 'level1d':(2,'tex.level.1d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0}],%c1;'),
 'level2d':(3,'tex.level.2d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0,%c1}],%c2;'),
 'grad1d':(3,'tex.grad.1d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0}],{%c1},{%c2};'),
 'grad2d':(6,'tex.grad.2d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0,%c1}],{%c2,%c3},{%c4,%c5};'),
 'gather':(2,'tld4.r.2d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0,%c1}];'),
 'gathera':(2,'tld4.a.2d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0,%c1}];'),
 'grad3d':(9,'tex.grad.3d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0,%c1,%c2,%c2}],{%c3,%c4,%c5,%c5},{%c6,%c7,%c8,%c8};'),
 'gradcube':(9,'tex.grad.cube.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0,%c1,%c2,%c2}],{%c3,%c4,%c5,%c5},{%c6,%c7,%c8,%c8};'),
 'levelcube':(4,'tex.level.cube.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0,%c1,%c2,%c2}],%c3;'),
 'level3d':(4,'tex.level.3d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0,%c1,%c2,%c2}],%c3;'),
 'a1d':(2,'cvt.rni.u32.f32 %r1,%c0; tex.a1d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%r1,%c1}];'),
 'acube':(4,'cvt.rni.u32.f32 %r1,%c0; tex.acube.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%r1,%c1,%c2,%c3}];'),
 'grada2d':(7,'cvt.rni.u32.f32 %r1,%c0; tex.grad.a2d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%r1,%c1,%c2,%c2}],{%c3,%c4},{%c5,%c6};'),
 'gatherg':(2,'tld4.g.2d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0,%c1}];'),
 'gathercube':(3,'tld4.r.cube.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0,%c1,%c2,%c2}];'),
 'gathera2d':(3,'cvt.rni.u32.f32 %r1,%c0; tld4.r.a2d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%r1,%c1,%c2,%c2}];'),
 'off2d':(2,'tex.2d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0,%c1}],{3,-2};'),
 'off1d':(1,'tex.1d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%c0}],{-5};'),
 'a2d':(3,'cvt.rni.u32.f32 %r1,%c0; tex.a2d.v4.f32.f32 {%f0,%f1,%f2,%f3},[%t,{%r1,%c1,%c2,%c2}];'),
}
P='.version 7.0\n.target sm_75\n.address_size 64\n'
for k,(n,ins) in KINDS.items():
    P+=f'.visible .entry k_{k}(.param .u64 o,.param .u64 in,.param .u64 tex,.param .u32 n)\n{{\n.reg .b64 %rd<6>; .reg .b64 %t; .reg .b32 %r<8>; .reg .f32 %f<4>; .reg .f32 %c<12>; .reg .pred %p;\nld.param.u64 %rd1,[o]; ld.param.u64 %rd2,[in]; ld.param.u64 %t,[tex]; ld.param.u32 %r7,[n];\nmov.u32 %r2,%ctaid.x; mov.u32 %r3,%ntid.x; mov.u32 %r4,%tid.x; mad.lo.u32 %r5,%r2,%r3,%r4; setp.ge.u32 %p,%r5,%r7; @%p ret;\nmul.wide.u32 %rd3,%r5,{4*n}; add.u64 %rd2,%rd2,%rd3; mul.wide.u32 %rd4,%r5,16; add.u64 %rd1,%rd1,%rd4;\n'+''.join(f'ld.global.f32 %c{i},[%rd2+{4*i}];' for i in range(n))+'\n'+ins+'\nst.global.v4.f32 [%rd1],{%f0,%f1,%f2,%f3};\nret;\n}\n'
mod=C.c_void_p(); log=C.create_string_buffer(8192); opts=(C.c_int*2)(5,6); vals=(C.c_void_p*2)(C.cast(log,C.c_void_p),C.c_void_p(8192))
r=cu.cuModuleLoadDataEx(C.byref(mod),P.encode()+b'\0',2,opts,vals)
if r: print('load',r,log.value.decode()); sys.exit(1)
out=open(OUT+'/textures.rec','wb')
def rec(name,kind,im,texels,coords):
    coords=np.ascontiguousarray(coords,dtype='<f4'); n=len(coords)
    try:
        mem=C.create_string_buffer(texels,len(texels)); I=Img(im,mem); t=I.tex()
        pi=C.c_uint64(); po=C.c_uint64(); ck(cu.cuMemAlloc_v2(C.byref(pi),C.c_size_t(coords.nbytes+256)),'a'); ck(cu.cuMemAlloc_v2(C.byref(po),C.c_size_t(16*n+256)),'a')
        ck(cu.cuMemcpyHtoD_v2(pi,C.c_void_p(coords.ctypes.data),C.c_size_t(coords.nbytes)),'h2d')
        fn=C.c_void_p(); ck(cu.cuModuleGetFunction(C.byref(fn),mod,('k_'+kind).encode()),'fn')
        a=[C.c_uint64(po.value),C.c_uint64(pi.value),C.c_uint64(t),C.c_uint32(n)]; arr=(C.c_void_p*4)(*[C.cast(C.byref(x),C.c_void_p) for x in a])
        ck(cu.cuLaunchKernel(fn,(n+127)//128,1,1,128,1,1,0,None,arr,None),'launch'); ck(cu.cuCtxSynchronize(),'sync')
        res=np.empty((n,4),dtype='<f4'); ck(cu.cuMemcpyDtoH_v2(C.c_void_p(res.ctypes.data),po,C.c_size_t(16*n)),'d2h'); cu.cuMemFree_v2(pi); cu.cuMemFree_v2(po)
    except Exception as e: print(name,'FAILED',e); return
    ch=im['channels']; keep=res[:,:ch] if not kind.startswith('gather') else res
    h=dict(name=name,kind=kind,image={k:v for k,v in im.items() if k not in ('name','buf')},texels=len(texels),points=n,coordinates=coords.shape[1],channels=keep.shape[1])
    out.write(json.dumps(h).encode()+b'\n'+texels+coords.tobytes()+np.ascontiguousarray(keep).tobytes()); out.flush(); print(name,n)
def img(g,w,h=0,d=0,ch='f32',n=4,levels=1,norm=False,srgb=False,layers=0,**sm):
    im=dict(name='t',buf='b',geometry=g,width=w,levels=levels,channel=ch,channels=n)
    if h: im['height']=h
    if d: im['depth']=d
    if layers: im['layers']=layers
    if norm: im['normalized']=True
    if srgb: im['srgb']=True
    im['sampler']=sm; return im
f4=lambda a: np.asarray(a,dtype='<f4').tobytes()
CL=dict(address=['clamp','clamp','clamp'])
eye=np.eye(4)
# weights: texels with one channel each
rec('weights1d','1d',img('1d',2,linear=True,**CL),f4(eye[:2]),(np.arange(0,2,1/2048))[:,None])
g=np.arange(256)/256; a,b=np.meshgrid(0.5+g,0.5+g,indexing='ij')
rec('weights2d','2d',img('2d',2,2,linear=True,**CL),f4(eye),np.stack([a.ravel(),b.ravel()],1))
c=0.5+rng.rand(8192,2); rec('weights2d-fine','2d',img('2d',2,2,linear=True,**CL),f4(eye),c)
c=0.5+rng.randint(0,257,(16384,3))/256
rec('weights3d-0','3d',img('3d',2,2,2,linear=True,**CL),f4(np.concatenate([eye,np.zeros((4,4))])),c)
rec('weights3d-1','3d',img('3d',2,2,2,linear=True,**CL),f4(np.concatenate([np.zeros((4,4)),eye])),c)
# formats
for ch,n,dt,norm in (('u8',4,'<u1',True),('s8',4,'<i1',True),('u16',4,'<u2',True),('s16',4,'<i2',True),('f16',4,'<f2',False),('f32',1,'<f4',False),('u8',1,'<u1',True),('u16',2,'<u2',True)):
    if dt[1]=='f': t=(rng.randn(8,8,n)*8).astype(dt)
    else:
        i=np.iinfo(dt); t=rng.randint(i.min,i.max+1,(8,8,n)).astype(dt)
    c=rng.rand(3072,2)*8
    for lin in (False,True): rec(f'format-{ch}x{n}-'+('linear' if lin else 'point'),'2d',img('2d',8,8,ch=ch,n=n,norm=norm,linear=lin,**CL),t.tobytes(),c[:3072 if lin else 512])
all8=np.zeros((256,4),dtype='<u1'); all8[:,0]=all8[:,3]=np.arange(256); all8[:,1]=255-np.arange(256)
for s in (False,True):
    rec('u8-all'+('-srgb' if s else ''),'1d',img('1d',256,ch='u8',n=4,norm=True,srgb=s,**CL),all8.tobytes(),(np.arange(256)+.5)[:,None])
rec('s8-all','1d',img('1d',256,ch='s8',n=4,norm=True,**CL),all8.tobytes(),(np.arange(256)+.5)[:,None])
rec('srgb-linear','1d',img('1d',256,ch='u8',n=4,norm=True,srgb=True,linear=True,**CL),all8.tobytes(),(rng.rand(4096)*256)[:,None])
i16=rng.randint(0,65536,(1024,1)).astype('<u2'); rec('u16-some','1d',img('1d',1024,ch='u16',n=1,norm=True,**CL),i16.tobytes(),(np.arange(1024)+.5)[:,None]); rec('s16-some','1d',img('1d',1024,ch='s16',n=1,norm=True,**CL),i16.tobytes(),(np.arange(1024)+.5)[:,None])
f16=np.arange(0,65536,64).astype('<u2'); rec('f16-some','1d',img('1d',1024,ch='f16',n=1,**CL),f16.tobytes(),(np.arange(1024)+.5)[:,None])
# where numbers are cut: the index of the texel, near borders, in all addressing modes
def near(w,n):
    k=rng.randint(-3*w,3*w+1,n).astype('<f4'); u=(k.view('<i4')+rng.randint(-40,41,n)).astype('<i4').view('<f4'); return np.where(rng.rand(n)<.3,rng.randn(n)*w*2,u).astype('<f4')
for w in (7,8,100):
    t=f4(np.arange(w)); x=near(w,2048)
    for m in ('clamp','border'):
        for lin in (False,True): rec(f'index-{w}-{m}'+('-linear' if lin else ''),'1d',img('1d',w,n=1,linear=lin,address=[m]*3,border=[-9,-8,-7,-6]),t,x[:,None])
    y=(x/np.float32(w)).astype('<f4')
    for m in ('wrap','clamp','mirror','border'):
        for lin in (False,True): rec(f'index-{w}-{m}-normalized'+('-linear' if lin else ''),'1d',img('1d',w,n=1,linear=lin,normalized=True,address=[m]*3,border=[-9,-8,-7,-6]),t,y[:,None])
sp=np.array([0,-0.0,1e-45,-1e-45,1e30,-1e30,np.inf,-np.inf,np.nan,2**31,2**32,-2**31,65535.5,1.17e-38,16777216,3e9],dtype='<f4')
for m in ('wrap','clamp','mirror','border'): rec(f'special-{m}','1d',img('1d',8,n=1,normalized=True,address=[m]*3,border=[-9,-8,-7,-6]),f4(np.arange(8)),sp[:,None]); rec(f'special-{m}-linear','1d',img('1d',8,n=1,linear=True,normalized=True,address=[m]*3,border=[-9,-8,-7,-6]),f4(np.arange(8)),sp[:,None])
# gathers
t=np.arange(64).reshape(8,8,1)*np.ones((1,1,4))+np.arange(4)*100; c=np.stack([near(8,1024),near(8,1024)],1)
rec('gather-r','gather',img('2d',8,8,**CL),f4(t),c); rec('gather-a','gathera',img('2d',8,8,linear=True,**CL),f4(t),c)
# levels of detail: the weight of each level
lv=[np.tile(eye[0],(16,16,1)),np.tile(eye[1],(8,8,1)),np.tile(eye[2],(4,4,1)),np.tile(eye[3],(2,2,1))]
t=b''.join(f4(x) for x in lv); lod=np.concatenate([np.arange(-1,4,1/512),rng.rand(1024)*4]).astype('<f4'); c=np.stack([np.full(len(lod),.3),np.full(len(lod),.6),lod],1)
ML=dict(address=['wrap']*3,normalized=True,max_lod=99)
for mip in (False,True):
    for extra in ({},dict(bias=.25,min_lod=.5,max_lod=2.3),dict(bias=-.7)): rec(f'lod-{mip}-{sorted(extra)}','level2d',img('2d',16,16,levels=4,linear=True,mip_linear=mip,**{**ML,**extra}),t,c)
n=4096; gr=(np.exp2(rng.rand(n,4)*8-7)*rng.choice([-1,1],(n,4))).astype('<f4'); gr[rng.rand(n,4)<.15]=0; c=np.concatenate([np.full((n,1),.3),np.full((n,1),.6),gr],1)
rec('grad2d','grad2d',img('2d',16,16,levels=4,linear=True,mip_linear=True,**ML),t,c)
gg=np.zeros((2048,6),dtype='<f4'); gg[:,0]=.3; gg[:,1]=.6; gg[:,2]=np.exp2(np.linspace(-6,0,2048)); rec('grad2d-x','grad2d',img('2d',16,16,levels=4,linear=True,mip_linear=True,**ML),t,gg)
t1=b''.join(f4(np.tile(eye[i],(16>>i,1))) for i in range(4)); c=np.stack([np.full(2048,.3),np.exp2(rng.rand(2048)*8-7)*rng.choice([-1,1],2048),np.exp2(rng.rand(2048)*8-7)],1); rec('grad1d','grad1d',img('1d',16,levels=4,linear=True,mip_linear=True,**ML),t1,c)
# both filters at once
t=b''.join(f4(rng.randn(max(1,16>>i),max(1,16>>i),1)*8) for i in range(4)); c=np.concatenate([rng.rand(4096,2),rng.rand(4096,1)*3],1); rec('trilinear','level2d',img('2d',16,16,n=1,levels=4,linear=True,mip_linear=True,**ML),t,c)
# cubes: texel = face*64 + y*8 + x
t=f4(np.arange(6*64).reshape(6,8,8,1)); c=rng.randn(6144,3).astype('<f4'); c[:512]=np.round(c[:512]); rec('cube-point','cube',img('cube',8,8,n=1,normalized=True,**CL),t,c); rec('cube-linear','cube',img('cube',8,8,n=1,normalized=True,linear=True,**CL),f4(rng.randn(6,8,8,1)*8),c[:4096])
rec('layers','a2d',img('a2d',4,4,n=1,layers=3,**CL),f4(np.arange(48)),np.stack([rng.randint(-3,8,512),rng.rand(512)*4,rng.rand(512)*4],1))
# what the first answers left open: bytes in the sRGB curve that are far from each other; texels of three dimensions; large sizes; borders of integers
a8=rng.randint(0,256,(8,8,4)).astype('<u1'); rec('srgb-far','2d',img('2d',8,8,ch='u8',n=4,norm=True,srgb=True,linear=True,**CL),a8.tobytes(),rng.rand(4096,2)*8)
rec('volume','3d',img('3d',4,4,4,n=1,linear=True,**CL),f4(rng.randn(4,4,4)*8),rng.rand(4096,3)*4)
rec('index-20000','1d',img('1d',20000,n=1,normalized=True,linear=True,**CL),f4(np.arange(20000)),rng.rand(4096,1))
for ch in ('u8','s8'): rec('border-'+ch,'2d',img('2d',2,2,ch=ch,n=4,norm=True,linear=True,address=['border']*3,border=[.3,-.7,2,.51]),bytes(range(40,56)),rng.rand(1024,2)*4-1)
eyes=lambda s: b''.join(f4(np.tile(eye[i],s(i))) for i in range(4))
G=dict(linear=True,mip_linear=True,**ML)
T2=eyes(lambda i:(16>>i,16>>i,1))
# lengths: one step along two axes, one coordinate fixed, the other swept
for q in range(24):
    a=np.float32(2.0**rng.uniform(-1,1)) if q else np.float32(1); n=1024
    gg=np.zeros((n,6),dtype='<f4'); gg[:,0]=.3; gg[:,1]=.6; gg[:,2]=a/16*2; gg[:,3]=np.linspace(0,1,n)*a/16*2; rec(f'length-{q}','grad2d',img('2d',16,16,levels=4,**G),T2,gg)
    gg=np.zeros((n,6),dtype='<f4'); gg[:,0]=.3; gg[:,1]=.6; gg[:,2]=a/16*2; gg[:,4]=np.linspace(0,1,n)*a/16*2; rec(f'sum-{q}','grad2d',img('2d',16,16,levels=4,**G),T2,gg)
    gg=np.zeros((n,6),dtype='<f4'); gg[:,0]=.3; gg[:,1]=.6; gg[:,2]=a/16*2; gg[:,5]=np.linspace(0,1,n)*a/16*2; rec(f'cross-{q}','grad2d',img('2d',16,16,levels=4,**G),T2,gg)
t1=b''.join(f4(np.tile(eye[i],(16>>i,1))) for i in range(4))
for q in range(12):
    a=np.float32(2.0**rng.uniform(-1,1)); c=np.stack([np.full(2048,.3),np.full(2048,a/8),np.linspace(-1,1,2048)*a/8],1); rec(f'sum1d-{q}','grad1d',img('1d',16,levels=4,**G),t1,c)
# random steps, all of similar size
n=8192; gr=(rng.uniform(-1,1,(n,4))*2.0**rng.uniform(-4,0,(n,1))).astype('<f4'); rec('grad2d-near','grad2d',img('2d',16,16,levels=4,**G),T2,np.concatenate([np.full((n,1),.3),np.full((n,1),.6),gr],1))
gr=(rng.uniform(-1,1,(n,4))*2.0**rng.uniform(-4,0,(n,1))).astype('<f4'); rec('grad2d-oblong','grad2d',img('2d',32,8,levels=4,**G),eyes(lambda i:(8>>i or 1,32>>i,1)),np.concatenate([np.full((n,1),.3),np.full((n,1),.6),gr],1))
gr=(rng.uniform(-1,1,(n,4))*2.0**rng.uniform(-4,0,(n,1))).astype('<f4'); rec('grada2d','grada2d',img('a2d',16,16,levels=4,layers=2,**G),b''.join(f4(np.tile(eye[i],(2,16>>i,16>>i,1))) for i in range(4)),np.concatenate([np.full((n,1),1.),np.full((n,1),.3),np.full((n,1),.6),gr],1))
for nm,tail2 in (('',{}),('-bias',dict(bias=.3,min_lod=.25,max_lod=2.5))): gr=(rng.uniform(-1,1,(2048,4))*2.0**rng.uniform(-4,0,(2048,1))).astype('<f4'); rec('grad2d-limits'+nm,'grad2d',img('2d',16,16,levels=4,**{**G,**tail2}),T2,np.concatenate([np.full((2048,1),.3),np.full((2048,1),.6),gr],1))
sp6=np.array([0,-0.0,1e-45,1e30,-1e30,np.inf,-np.inf,np.nan,1e-20,.05],dtype='<f4'); c=np.array([[.3,.6,a,b,0,0] for a in sp6 for b in sp6]+[[.3,.6,a,0,b,0] for a in sp6 for b in sp6]+[[.3,.6,a,0,0,b] for a in sp6 for b in sp6],dtype='<f4'); rec('grad2d-special','grad2d',img('2d',16,16,levels=4,**G),T2,c)
lv=np.array([np.nan,np.inf,-np.inf,1e30,-1e30,-0.0,1e-45,255.9,256],dtype='<f4'); rec('lod-special','level2d',img('2d',16,16,levels=4,**G),T2,np.stack([np.full(len(lv),.3),np.full(len(lv),.6),lv],1))
# three dimensions
T3=eyes(lambda i:(16>>i,16>>i,16>>i,1)); P3=np.tile(np.array([.3,.6,.4]),(8192,1))
for q in range(6):
    a=np.float32(2.0**rng.uniform(-1,1)); gg=np.zeros((1024,9),dtype='<f4'); gg[:,:3]=P3[:1024]; gg[:,3]=a/8; gg[:,4]=a/8*[0,.25,.5,.75,1,1][q]; gg[:,5]=np.linspace(0,1,1024)*a/8; rec(f'length3d-{q}','grad3d',img('3d',16,16,16,levels=4,**G),T3,gg)
gr=(rng.uniform(-1,1,(8192,6))*2.0**rng.uniform(-4,0,(8192,1))).astype('<f4'); rec('grad3d','grad3d',img('3d',16,16,16,levels=4,**G),T3,np.concatenate([P3,gr],1))
gr=gr.copy(); gr[:,3:]=0; rec('grad3d-x','grad3d',img('3d',16,16,16,levels=4,**G),T3,np.concatenate([P3,gr],1)[:4096])
t=b''.join(f4(rng.randn(16>>i,16>>i,16>>i,1)*8) for i in range(4)); rec('level3d','level3d',img('3d',16,16,16,n=1,levels=4,**G),t,np.concatenate([rng.rand(4096,3),rng.rand(4096,1)*3],1))
# cubes with levels
TC=eyes(lambda i:(6,16>>i,16>>i,1)); cc=rng.randn(8192,3).astype('<f4'); gr=(rng.uniform(-1,1,(8192,6))*2.0**rng.uniform(-5,0,(8192,1))).astype('<f4'); CG=dict(linear=True,mip_linear=True,address=['clamp']*3,normalized=True,max_lod=99)
rec('gradcube','gradcube',img('cube',16,16,levels=4,**CG),TC,np.concatenate([cc,gr],1)); z=gr.copy(); z[:,3:]=0; one=np.tile(np.array([1,.2,.3]),(4096,1)); rec('gradcube-x','gradcube',img('cube',16,16,levels=4,**CG),TC,np.concatenate([one,z[:4096]],1)); rec('levelcube','levelcube',img('cube',16,16,levels=4,**CG),TC,np.concatenate([cc,rng.rand(8192,1)*4],1)[:2048])
t=f4(rng.randn(12,8,8,1)*8); rec('acube','acube',img('acube',8,8,n=1,layers=2,normalized=True,linear=True,**CL),t,np.concatenate([rng.randint(0,3,(2048,1)),rng.randn(2048,3)],1)); rec('gathercube','gathercube',img('cube',8,8,n=1,normalized=True,**CL),t[:6*64*4],rng.randn(2048,3))
rec('a1d','a1d',img('a1d',9,n=1,layers=3,linear=True,**CL),f4(np.arange(27)),np.stack([rng.randint(-3,8,512),rng.rand(512)*11-1],1)); tt=np.arange(64).reshape(8,8,1)*np.ones((1,1,4))+np.arange(4)*100; gc=np.stack([near(8,1024),near(8,1024)],1); rec('gather-g','gatherg',img('2d',8,8,**CL),f4(tt),gc); rec('gather-a2d','gathera2d',img('a2d',8,8,layers=2,**CL),f4(np.stack([tt,tt+1000])),np.concatenate([rng.randint(-1,4,(1024,1)),gc],1))
for m in ('clamp','wrap','mirror','border'): rec('off2d-'+m,'off2d',img('2d',8,8,n=1,linear=True,normalized=True,address=[m]*3,border=[-9,-8,-7,-6]),f4(rng.randn(8,8)),rng.rand(512,2)*3-1); rec('off1d-'+m,'off1d',img('1d',9,n=1,normalized=True,address=[m]*3,border=[-9,-8,-7,-6]),f4(np.arange(9)),rng.rand(512,1)*3-1)
# all pairs of bytes in the sRGB curve, halfway
p=np.zeros((256,512,4),dtype='<u1'); p[:,0::2,0]=np.arange(256)[None,:]; p[:,1::2,0]=np.arange(256)[:,None]; ii,jj=np.meshgrid(np.arange(256),np.arange(256)); rec('srgb-pairs','2d',img('2d',512,256,ch='u8',n=4,norm=True,srgb=True,linear=True,**CL),p.tobytes(),np.stack([2*ii.ravel()+1,jj.ravel()+.5],1))
w=rng.randint(0,257,(16384,1))/256; k=rng.randint(0,65536,16384); rec('srgb-weights','2d',img('2d',512,256,ch='u8',n=4,norm=True,srgb=True,linear=True,**CL),p.tobytes(),np.concatenate([2*ii.ravel()[k][:,None]+.5+w,jj.ravel()[k][:,None]+.5],1))
# infinities and NaNs among texels; large sizes
for ch,dt in (('f16','<f2'),('f32','<f4')):
    t=rng.randn(8,8).astype(dt); t[1,1]=np.inf; t[3,3]=-np.inf; t[5,5]=np.nan; t[1,3]=np.inf; t[1,4]=-np.inf; t[6,1]=6e4; t[6,2]=6e4; rec('inf-'+ch,'2d',img('2d',8,8,ch=ch,n=1,linear=True,**CL),t.tobytes(),np.round(rng.rand(4096,2)*8*16)/16)
    big=(rng.choice([-1,1],(8,8))*2.0**rng.uniform(-24 if ch=='f16' else -140,15 if ch=='f16' else 127,(8,8))).astype(dt); rec('wide-'+ch,'2d',img('2d',8,8,ch=ch,n=1,linear=True,**CL),big.tobytes(),rng.rand(4096,2)*8)
rec('large','2d',img('2d',5000,3,n=1,linear=True,normalized=True,address=['wrap']*3),f4(np.arange(15000)),rng.rand(4096,2)*4-2); rec('large-point','2d',img('2d',5000,3,n=1,normalized=True,address=['mirror']*3),f4(np.arange(15000)),rng.rand(4096,2)*4-2); rec('volume-border','3d',img('3d',5,6,7,ch='u16',n=1,norm=True,linear=True,normalized=True,address=['border','wrap','mirror'],border=[.3,0,0,0]),rng.randint(0,65536,(7,6,5)).astype('<u2').tobytes(),rng.rand(4096,3)*3-1)
for ch,dt in (('u8','<u1'),('s8','<i1'),('u16','<u2'),('s16','<i2'),('u32','<u4'),('s32','<i4')):
    i=np.iinfo(dt); rec('raw-'+ch,'2d',img('2d',8,8,ch=ch,n=1,linear=False,address=['border']*3,border=[3,4,5,6]),rng.randint(i.min,i.max+1,(8,8)).astype(dt).tobytes(),rng.rand(512,2)*12-2)
out.close()
