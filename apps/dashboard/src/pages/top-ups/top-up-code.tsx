import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { usePost } from '../../actions/use-post';
import type { ApiRecord } from '../../api/records';
import { formatMoney } from '../../format/money';
import { CopyText } from '../../parts/copy-text';
import { ProblemNotice } from '../../parts/problem-notice';
import { Dialog } from '../../parts/dialog';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { topUpWords } from './top-up-words';

const askAgainMs = 2_000;

interface Props {
  readonly made: ApiRecord<'TopUp'>;
  readonly onClose: () => void;
}

/** The Pix of a top-up, until it is paid or has expired. */
export function TopUpCode({ made, onClose }: Props) {
  const say = useWords(topUpWords);
  const { language } = useLanguage();
  const { isLive, key } = useStore();
  const queries = useQueryClient();
  const { data: topUp = made } = useGet(
    '/v2/top-ups/get',
    ['top-ups', made.id],
    { id: made.id },
    { initialData: made, refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? askAgainMs : false) },
  );
  const isPaid = topUp.status === 'PAID';
  // The balance has it a moment after the payment.
  useGet('/v2/store/get', ['store'], undefined, { enabled: isPaid, refetchInterval: askAgainMs });
  const simulate = usePost('/v2/top-ups/simulate-payment', { refreshes: [key('top-ups', made.id)] });
  const close = (): void => {
    void queries.invalidateQueries({ queryKey: key() });
    onClose();
  };
  const amount = formatMoney(made.amount, language);
  return (
    <Dialog onClose={close} title={say('title')}>
      <Stack gap="md">
        {topUp.status === 'PENDING' ? (
          <>
            <Text size="sm">{say('pay', { amount })}</Text>
            {made.brCodeBase64 !== null && (
              <Group justify="center">
                <img src={made.brCodeBase64} alt={say('code')} width={220} height={220} />
              </Group>
            )}
            {made.brCode !== null && <CopyText text={made.brCode} name={say('copyCode')} />}
            <Text size="sm" c="dimmed" role="status">
              {say('waiting')}
            </Text>
          </>
        ) : (
          <Text size="sm" role="status">
            {isPaid ? say('paid', { amount }) : say('expired')}
          </Text>
        )}
        <ProblemNotice problem={simulate.problem} />
        <Group justify="end" gap="xs">
          {!isLive && topUp.status === 'PENDING' && (
            <Button
              variant="default"
              loading={simulate.isRunning}
              onClick={() => {
                simulate.start({ id: made.id, late: false });
              }}
            >
              {say('simulate')}
            </Button>
          )}
          <Button color="brand" variant={isPaid ? 'filled' : 'default'} onClick={close}>
            {say('close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
