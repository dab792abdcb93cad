// Package kernels has the kernels that the tests of package driver launch.
package kernels

import _ "embed"

// PTX is the text that the kernels were translated from.
//
//go:embed kernels.ptx
var PTX string

//go:generate go tool ptx2go -params add:x,y,out,a,n,note:list,number,count:by,out,await:flag,turn:out,large:out kernels.ptx
