// The reviewed manifest: parse, digest, check, draft, diff and bind
export {}
