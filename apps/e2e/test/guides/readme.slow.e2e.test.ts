import { testTimeoutMs } from '@pitanga/testing';
import { usePlatform } from '../use-platform';
import { follow } from './follower';
import { printedByReadme, readmePage } from './readme';

describe('a reader who pastes what README has', () => {
  const platform = usePlatform();

  it.each(['pt', 'en'] as const)(
    'makes the first payment, by shell and by TypeScript: %s',
    async (language) => {
      const printed: string[] = [];
      const page = readmePage(language, platform.demo);
      const { ran, reasons } = await follow(page, {}, { onTyped: (typed) => printed.push(typed.stdout) });
      const docker = 'needs Docker';
      expect([ran, reasons]).toEqual([2, [docker, 'what runs this has a platform', docker]]);
      expect(printed[1]).toMatch(printedByReadme);
    },
    3 * testTimeoutMs,
  );
});
