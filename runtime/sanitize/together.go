package sanitize

// Together is Tell of what all threads of a CTA do that have not ended, at one site: as much as each does there tells
// something that the others do not, it is told for each.
func (c *CTA) Together(site *Site, args []uint64) {
	if c.together(site, args) {
		return
	}
	for i := range c.threads {
		if t := c.Thread(i); !t.done {
			t.Tell(site, args)
		}
	}
}

// together reports whether nothing is to be found, and nothing more to be known, as all threads are there.
func (c *CTA) together(site *Site, args []uint64) bool {
	race := c.launch.s.opt.Race
	if race && !c.quickly || c.apiece && (c.ended > 0 || c.open > 0 || c.meeting()) {
		return false
	}
	switch site.Kind {
	case Barrier:
		if args[0] >= uint64(len(c.bars)) || args[1] != 0 || site.Arrival == BarrierArrive {
			return false
		}
		if race {
			c.epoch++
		}
	case Warp:
		return len(c.threads)%warpSize == 0 && !(site.Orders && race)
	case End:
	default:
		return false
	}
	return true
}

// meeting reports whether lanes wait for others of their warp.
func (c *CTA) meeting() bool {
	for i := range c.warps {
		if len(c.warps[i].meets) > 0 {
			return true
		}
	}
	return false
}
