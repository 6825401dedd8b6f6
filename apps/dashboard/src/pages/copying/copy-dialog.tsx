import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useAction } from '../../actions/use-action';
import { storeApi } from '../../api/client';
import { Facts } from '../../parts/facts';
import { Loaded } from '../../parts/loaded';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { copiedMax, copyCatalogue, readCatalogue, toMakers, type Copied } from './copy-catalogue';
import { copyWords } from './copy-words';
import { planCopy, type CopyPlan } from './plan-copy';

/** Copies products and coupons from test to production: first what would be, then what was. */
export function CopyDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useWords(copyWords);
  const { api, key, scope } = useStore();
  const [copied, setCopied] = useState<Copied>();
  const query = useQuery({
    queryKey: key('copy-plan'),
    queryFn: async ({ signal }) => {
      const test = storeApi({ storeId: scope.storeId, environment: 'dev' });
      return planCopy(await readCatalogue(test, signal), await readCatalogue(api, signal));
    },
    gcTime: 0,
  });
  const plan = query.data;
  const count = plan === undefined ? 0 : plan.products.length + plan.coupons.length;
  const copy = useAction<CopyPlan, Copied>({
    run: (wanted, idempotencyKey) => copyCatalogue(toMakers(scope), wanted, idempotencyKey),
    refreshes: [key('products'), key('coupons'), key('first-steps'), key('copy-plan')],
    onDone: setCopied,
  });
  return (
    <ConfirmDialog
      title={say('title')}
      verb={say('copy', { count: Math.min(count, copiedMax) })}
      action={copy}
      isBlocked={count === 0}
      onClose={onClose}
      input={plan}
    >
      <Stack gap="sm">
        <Text size="sm">{say('intro')}</Text>
        {copied && <Outcome copied={copied} />}
        <Loaded query={query}>{(loaded) => <Plan plan={loaded} />}</Loaded>
        <Text size="sm" c="dimmed">
          {say('brand')}
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}

/** Names that are shown of many. */
const namedMax = 8;

function listNames(names: readonly string[]): string {
  return names.length > namedMax ? `${names.slice(0, namedMax).join(', ')}…` : names.join(', ');
}

function Plan({ plan: { products, coupons, existing, inactive, withFile } }: { readonly plan: CopyPlan }) {
  const say = useWords(copyWords);
  const count = products.length + coupons.length;
  const left = [
    ...(existing > 0 ? [say('leftExists', { count: existing })] : []),
    ...(inactive > 0 ? [say('leftInactive', { count: inactive })] : []),
  ];
  return (
    <>
      {count === 0 ? (
        <Text size="sm">{say('nothing')}</Text>
      ) : (
        <Facts
          facts={[
            [say('products'), listNames(products.map(({ name }) => name)) || say('noneOf')],
            [say('coupons'), listNames(coupons.map(({ code }) => code)) || say('noneOf')],
          ]}
        />
      )}
      {left.length > 0 && <Facts facts={[[say('left'), left.join(', ')]]} />}
      {withFile > 0 && <Text size="sm">{say('files', { count: withFile })}</Text>}
      {count > copiedMax && <Text size="sm">{say('more', { count: copiedMax })}</Text>}
    </>
  );
}

function Outcome({ copied: { count, refused, withoutImage } }: { readonly copied: Copied }) {
  const say = useWords(copyWords);
  return (
    <Text size="sm" role="status">
      <strong>{say('copied', { count })}</strong>
      {refused.length > 0 && ` ${say('refused', { count: refused.length, names: listNames(refused) })}`}
      {withoutImage.length > 0 && ` ${say('withoutImage', { names: listNames(withoutImage) })}`}
    </Text>
  );
}
