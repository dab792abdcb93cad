package region

// shapes are graphs, in the notation of graph, and the trees that they must give.
var shapes = []struct{ name, graph, want string }{
	{"straight line", "+0:1 +1:", `
b0
b1
return b1
`},
	{"if", "+0:1,2 +1:2 +2:", `
b0
if b0
  b1
b2
return b2
`},
	{"if that decides nothing", "+0:1,1 +1:", `
b0
b1
return b1
`},
	{"if else", "+0:1,2 +1:3 +2:3 +3:", `
b0
if b0
  b1
else
  b2
b3
return b3
`},
	{"else if", "+0:1,2 +1:5 +2:3,4 +3:5 +4:5 +5:", `
b0
if b0
  b1
else
  b2
  if b2
    b3
  else
    b4
b5
return b5
`},
	{"early returns", "+0:6,1 +1:6,2 +2:6,3 +3:4 +4:5 +5:6 6:", `
b0
if b0
  return b6
b1
if b1
  return b6
b2
if b2
  return b6
b3
b4
b5
return b6
`},
	{"early return of a value", "+0:3,1 +1:3,2 +2:3 *3:", `
b0
if b0
  b0->b3
  return b3
b1
if b1
  b1->b3
  return b3
b2
b2->b3
return b3
`},
	{"early jump to common code", "+0:3,1 +1:3,2 +2:3 +3:", `
b0
if !b0
  b1
  if !b1
    b2
b3
return b3
`},
	{"short circuit", "+0:1,3 +1:2,3 +2:4 +3:4 +4:", `
scope L1
  b0
  if b0
    b1
    if b1
      b2
      break L1
  b3
b4
return b4
`},
	{"while", "+0:1 +1:2,3 +2:1 +3:", `
b0
loop L1
  b1
  if !b1
    break L1
  b2
b3
return b3
`},
	{"while with phi", "+0:1 *1:2,3 +2:1 *+3:", `
b0
b0->b1
loop L1
  b1
  if !b1
    break L1
  b2
  b2->b1
b1->b3
b3
return b3
`},
	{"do while", "+0:1 +1:1,2 +2:", `
b0
loop L1
  b1
  if !b1
    break L1
b2
return b2
`},
	{"do while with phis", "+0:1 *+1:1,2 *+2:", `
b0
b0->b1
loop L1
  b1
  if !b1
    break L1
  b1->b1
b1->b2
b2
return b2
`},
	{"rotated loop", "+0:1,3 +1:2 *+2:2,3 *+3:", `
b0
if b0
  b1
  b1->b2
  loop L1
    b2
    if !b2
      break L1
    b2->b2
  b2->b3
else
  b0->b3
b3
return b3
`},
	{"grid stride loop", "+0:1,3 *1:2 +2:1,3 3:", `
b0
if !b0
  return b3
b0->b1
loop L1
  b1
  b2
  if !b2
    break L1
  b2->b1
return b3
`},
	{"endless", "+0:1 +1:1", `
b0
loop L1
  b1
`},
	{"break in the middle", "+0:1 +1:2,5 +2:3,4 +3:5 +4:1 +5:", `
b0
loop L1
  b1
  if !b1
    break L1
  b2
  if b2
    b3
    break L1
  b4
b5
return b5
`},
	{"search with two exits", "+0:1 +1:2,4 +2:3,1 +3:5 +4:5 +5:", `
b0
loop L1
  b1
  if !b1
    b4
    break L1
  b2
  if b2
    b3
    break L1
b5
return b5
`},
	{"search with return", "+0:1 +1:2,4 +2:3,1 +3: +4:", `
b0
loop L1
  b1
  if !b1
    break L1
  b2
  if b2
    b3
    return b3
b4
return b4
`},
	{"continue", "+0:1 +1:2,5 +2:3,4 +3:4 +4:1 +5:", `
b0
loop L1
  b1
  if !b1
    break L1
  b2
  if b2
    b3
  b4
b5
return b5
`},
	{"two latches", "+0:1 *+1:2,5 +2:1,4 +3: +4:1,5 +5:", `
b0
b0->b1
loop L1
  b1
  if !b1
    break L1
  b2
  if b2
    b2->b1
  else
    b4
    if !b4
      break L1
    b4->b1
b5
return b5
`},
	{"nested loops", "+0:1 *1:2,6 +2:3 *3:4,5 +4:3 +5:1 +6:", `
b0
b0->b1
loop L1
  b1
  if !b1
    break L1
  b2
  b2->b3
  loop L2
    b3
    if !b3
      break L2
    b4
    b4->b3
  b5
  b5->b1
b6
return b6
`},
	{"nested do loops", "+0:1 +1:2 +2:2,3 +3:1,4 +4:", `
b0
loop L1
  b1
  loop L2
    b2
    if !b2
      break L2
  b3
  if !b3
    break L1
b4
return b4
`},
	{"break from two loops", "+0:1 +1:2,7 +2:3 +3:4,6 +4:5,8 +5:3 +6:1 +7:9 +8:9 +9:", `
b0
loop L1
  b1
  if !b1
    b7
    break L1
  b2
  loop L2
    b3
    if !b3
      break L2
    b4
    if !b4
      b8
      break L1
    b5
  b6
b9
return b9
`},
	{"inner loop continues outer", "+0:1 +1:2 +2:3,5 +3:1,4 +4:2 +5:1,6 +6:", `
b0
loop L1
  b1
  loop L2
    b2
    if !b2
      break L2
    b3
    if b3
      continue L1
    b4
  b5
  if !b5
    break L1
b6
return b6
`},
	{"exit with a loop of its own", "+0:1 +1:2,3 +2:1,4 +3:3,5 +4:4,5 +5:", `
b0
scope L1
  scope L2
    loop L3
      b1
      if !b1
        break L3
      b2
      if !b2
        break L2
    loop L4
      b3
      if !b3
        break L1
  loop L5
    b4
    if !b4
      break L5
b5
return b5
`},
	{"switch", "+0:1,2,3,1 +1:4 +2:4 +3:4 +4:", `
b0
switch b0 L1
case 0 3
  b1
case 1
  b2
case 2
  b3
b4
return b4
`},
	{"switch with fall through", "+0:1,2,3 +1:2 +2:3 +3:", `
scope L1
  b0
  switch b0 L2
  case 0
    b1
  case 1
  case 2
    break L1
  b2
b3
return b3
`},
	{"switch in a loop", "+0:1 *+1:2,3,4,5 +2:1 +3:1 +4:6 +5:1 +6:", `
b0
b0->b1
loop L1
  b1
  switch b1 L2
  case 0
    b2
    b2->b1
  case 1
    b3
    b3->b1
  case 2
    break L1
  case 3
    b5
    b5->b1
b4
b6
return b6
`},
	{"irreducible", "+0:1,2 +1:2,3 +2:1,3 +3:", `
b0
if b0
  goto b1
label b2
b2
if !b2
  goto b3
label b1
b1
if b1
  goto b2
label b3
b3
return b3
`},
	{"irreducible in a loop", "+0:1 +1:2,3 +2:3,4 +3:2,4 +4:1,5 +5:", `
b0
loop L1
  b1
  if b1
    goto b2
  label b3
  b3
  if !b3
    goto b4
  label b2
  b2
  if b2
    goto b3
  label b4
  b4
  if !b4
    break L1
b5
return b5
`},
	{"jump into a loop", "+0:2,1 +1:2 *+2:3,4 +3:1 +4:", `
b0
if !b0
  goto b1
b0->b2
label b2
b2
if !b2
  b4
  return b4
b3
label b1
b1
b1->b2
goto b2
`},
}
