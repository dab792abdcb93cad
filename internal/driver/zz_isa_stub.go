package driver

import "context"

const isaHelp = ""

func isaReport(ctx context.Context, args []string, io Stdio) error { return nil }
