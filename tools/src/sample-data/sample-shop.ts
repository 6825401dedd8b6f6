import { freePort } from '../infra/ports';
import { userError } from '@pitanga/runtime/user-error';
import type { Platform, Progress } from '../platform/platform';
import { openState } from '../platform/state';
import { openReceiver } from './receiver';
import { createSampleData, fourMonths } from './sample-data';

interface Options {
  readonly platform: Platform;
  readonly dataDir: string;
  /** Fills the demo store when it has no sample data yet. */
  readonly isWanted: boolean;
  readonly progress: Progress;
}

/**
 * The shop of the sample data: it is made once, and its server, which gets its webhooks, runs as long as the platform.
 * Undefined without `--sample-data`.
 */
export async function openSampleShop(options: Options): Promise<{ readonly close: () => Promise<void> } | undefined> {
  const { platform, dataDir, isWanted, progress } = options;
  const { storeId = '', devKey } = platform.demo;
  const state = openState(dataDir);
  const kept = state.sample();
  const known = kept?.storeId === storeId ? kept : undefined;
  if (!known && !isWanted) return undefined;
  if (isWanted && known?.isComplete === false) throw cutShort(dataDir);
  const port = await freePort(known?.port);
  const receiver = await openReceiver(port);
  if (known) return receiver;
  state.saveSample({ storeId, port, isComplete: false });
  try {
    await progress('Fill the test environment with four months of business', async (say) => {
      const receiverUrl = `http://127.0.0.1:${String(port)}`;
      await createSampleData({ baseUrl: platform.baseUrl, devKey, receiverUrl, days: fourMonths, say });
    });
  } catch (error) {
    await receiver.close();
    throw error;
  }
  state.saveSample({ storeId, port, isComplete: true });
  return receiver;
}

function cutShort(dataDir: string): Error {
  return userError(
    `The sample data in ${dataDir} is incomplete, since an earlier start was stopped while it was made: remove the folder, or start without --sample-data.`,
  );
}
