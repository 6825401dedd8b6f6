import { Anchor, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import { useToasts } from '../../actions/toasts';
import { isProblem } from '../../api/problem';
import type { ApiRecord } from '../../api/records';
import { formatBasisPoints, formatMoney } from '../../format/money';
import { Facts } from '../../parts/facts';
import { Money } from '../../parts/money';
import { MoneyInput } from '../../parts/money-input';
import { ProblemNotice } from '../../parts/problem-notice';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { costInBasisPoints } from './advance-cost';
import { advancesWords } from './advances-words';

const typingMs = 300;
/** The API's own least amount, in centavos. */
const amountMin = 100;

/** Advances pending card money; what it costs is shown, and agreed to, first. */
export function AdvanceDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useWords(advancesWords);
  const { language } = useLanguage();
  const { key, may } = useStore();
  const toasts = useToasts();
  const [asked, setAsked] = useState<number>();
  const [amount] = useDebouncedValue(asked, typingMs);
  const isTooLittle = asked !== undefined && asked < amountMin;
  const query = amount === undefined ? {} : { amount };
  const quote = useGet('/v2/advances/quote', ['advances', 'quote', query], query, {
    placeholderData: keepPreviousData,
    enabled: !isTooLittle,
    // It changes with every second and every payment.
    gcTime: 0,
    retry: false,
  });
  const advance = usePost('/v2/advances/create', {
    refreshes: [key()],
    onDone: ({ net }) => {
      toasts.show(say('done', { amount: formatMoney(net, language) }));
      onClose();
    },
  });
  const isAgreed = amount === asked && !isTooLittle && !quote.isPlaceholderData && quote.error === null;
  const agreed = isAgreed ? quote.data : undefined;
  return (
    <ConfirmDialog
      title={say('formTitle')}
      verb={agreed ? say('verb', { amount: formatMoney(agreed.net, language) }) : say('verbWithoutQuote')}
      action={advance}
      isBlocked={agreed === undefined}
      onClose={onClose}
      input={agreed && { amount: agreed.amount }}
    >
      <MoneyInput
        data-autofocus
        label={say('asked')}
        description={say('askedHint')}
        centavos={asked}
        onCentavos={setAsked}
        error={isTooLittle ? say('tooLittle', { amount: formatMoney(amountMin, language) }) : undefined}
      />
      {may('BANK_STATEMENT:READ') && (
        <Anchor component={StoreLink} to="/settlements" search={{ method: 'CARD' }} size="sm">
          {say('calendar')}
        </Anchor>
      )}
      {isProblem(quote.error, 'NOTHING_TO_ADVANCE') ? (
        <Text size="sm" role="status">
          {say('nothing')} {say('nothingHint')}
        </Text>
      ) : (
        <ProblemNotice problem={isTooLittle ? null : quote.error} />
      )}
      {quote.data && !isTooLittle && quote.error === null && <Quote quote={quote.data} isStale={!isAgreed} />}
    </ConfirmDialog>
  );
}

interface QuoteProps {
  readonly quote: ApiRecord<'AdvanceQuote'>;
  /** Of the amount that was asked for before. */
  readonly isStale: boolean;
}

function Quote({ quote, isStale }: QuoteProps) {
  const say = useWords(advancesWords);
  const { language } = useLanguage();
  return (
    <section aria-label={say('quoteTitle')} aria-live="polite" aria-busy={isStale} className="advance-quote">
      <Facts
        facts={[
          [say('leaves'), <Money key="leaves" centavos={quote.amount} />],
          [say('costs'), <Money key="costs" centavos={-quote.cost} />],
          [
            say('arrives'),
            <strong key="arrives">
              <Money centavos={quote.net} />
            </strong>,
          ],
        ]}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {say('terms', { rate: formatBasisPoints(costInBasisPoints(quote), language) })}
      </Text>
    </section>
  );
}
