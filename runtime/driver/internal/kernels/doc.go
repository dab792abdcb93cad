// Package kernels has the kernels that the tests of package driver launch.
package kernels

import _ "embed"

// PTX is the text that the kernels were translated from.
//
//go:embed kernels.ptx
var PTX string

// Asked is the text whose kernels GPUs were asked about.
//
//go:embed asked.ptx
var Asked string

//go:generate go tool ptx2go -params add:x,y,out,a,n,note:list,number,count:by,out,await:flag,meet:out,turn:out,large:out,again:handle,left kernels.ptx
//go:generate go tool ptx2go asked.ptx
