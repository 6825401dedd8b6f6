import { Button, Text } from '@mantine/core';
import { formatMoney } from '../../../format/money';
import { Card } from '../../../parts/card';
import { Icon } from '../../../parts/icon';
import { ProblemNotice } from '../../../parts/problem-notice';
import { StoreLink } from '../../../parts/store-link';
import { mayOpen } from '../../../session/page-needs';
import { useStore } from '../../../session/store-context';
import { useLanguage } from '../../../words/language';
import { useWords } from '../../../words/words';
import type { AttentionItem } from './attention';
import { attentionWords, type AttentionWord } from './attention-words';
import { useAttention } from './use-attention';

/** What needs a person, each with the page where they act. */
export function AttentionCard() {
  const say = useWords(attentionWords);
  const { items, isLoading, failed } = useAttention();
  const isCalm = items.length === 0 && failed.length === 0;
  return (
    <Card title={say('title')}>
      {failed.map((source, index) => (
        <ProblemNotice key={index} problem={source.error} onRetry={() => void source.refetch()} />
      ))}
      {items.length > 0 && (
        <ul className="attention">
          {items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
      )}
      {isCalm && (
        <div className="calm">
          {isLoading ? (
            <span className="waiting" />
          ) : (
            <>
              <span className="calm-mark">
                <Icon name="check" />
              </span>
              <Text size="sm">{say('calm')}</Text>
            </>
          )}
        </div>
      )}
    </Card>
  );
}

/** A sentence is for all who see it; its link for people who may open where it leads. */
function Item({ item }: { readonly item: AttentionItem }) {
  const say = useWords(attentionWords);
  const { language } = useLanguage();
  const store = useStore();
  const { tone, word, values = {}, amount, path, search } = item;
  const sentence = say(word, { ...values, ...(amount === undefined ? {} : { amount: formatMoney(amount, language) }) });
  const verb = say(verbFor(word));
  return (
    <li>
      <span className={`attention-mark attention-${tone}`}>
        <Icon name={tone === 'bad' ? 'warning' : 'clock'} size={16} />
      </span>
      <span className="grow">{sentence}</span>
      {mayOpen(path, store) && (
        <Button
          component={StoreLink}
          to={path}
          {...(search ? { search } : {})}
          variant="default"
          size="compact-sm"
          aria-label={`${verb}: ${sentence}`}
        >
          {verb}
        </Button>
      )}
    </li>
  );
}

function verbFor(word: AttentionWord): AttentionWord {
  if (word === 'nothingTaken') return 'connect';
  if (word.startsWith('dispute')) return 'answer';
  if (word === 'keyPaymentsWaiting' || word === 'askedBack') return 'decide';
  return word.startsWith('refund') ? 'giveKey' : 'see';
}
