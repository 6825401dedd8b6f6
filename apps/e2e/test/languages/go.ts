import { join } from 'node:path';

/** What Go keeps between runs: compiled, its own library takes a minute. What it fetches can be removed again. */
export const goSettings = {
  GOCACHE: join(__dirname, '../../../../.cache/go-build'),
  GOFLAGS: '-modcacherw',
  GOTOOLCHAIN: 'local',
} as const;
