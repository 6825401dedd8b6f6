import { Stack, Text } from '@mantine/core';
import type { ApiRecord } from '../../../api/records';
import { CodeSample } from '../../../parts/code-sample';
import { useWords } from '../../../words/words';
import { SecretDialog } from '../secret-dialog';
import { keysWords } from './keys-words';

interface Props {
  readonly created: Pick<ApiRecord<'CreatedApiKey'>, 'kind' | 'key' | 'permissions'>;
  readonly onClose: () => void;
}

/** The key itself, this once, and a first call with it that its permissions allow. */
export function NewKeyDialog({ created, onClose }: Props) {
  const say = useWords(keysWords);
  const isSecret = created.kind === 'SECRET';
  const path = findFirstPath(created.permissions);
  return (
    <SecretDialog
      title={say('shownOnce')}
      secrets={[{ variable: isSecret ? 'PITANGA_API_KEY' : 'PITANGA_PUBLIC_KEY', text: created.key }]}
      warning={isSecret ? say('secretWarning') : say('publicHint')}
      onClose={onClose}
    >
      {isSecret && path !== undefined && (
        <Stack gap={6}>
          <Text size="sm" fw={600}>
            {say('firstCall')}
          </Text>
          <CodeSample
            code={`curl "${window.location.origin}${path}" \\\n  -H "Authorization: Bearer ${created.key}"`}
          />
        </Stack>
      )}
    </SecretDialog>
  );
}

/** Calls that change nothing, the plainest first. */
const firstPaths = [
  ['STORE:READ', '/v2/store/get'],
  ['CHECKOUT:READ', '/v2/charges/list?limit=1'],
  ['CUSTOMER:READ', '/v2/customers/list?limit=1'],
  ['PRODUCT:READ', '/v2/products/list?limit=1'],
  ['COUPON:READ', '/v2/coupons/list?limit=1'],
  ['EVENT:READ', '/v2/events/list?limit=1'],
  ['WEBHOOK:READ', '/v2/webhooks/list?limit=1'],
] as const;

function findFirstPath(permissions: readonly string[]): string | undefined {
  return firstPaths.find(([permission]) => permissions.includes(permission))?.[1];
}
