import { Text } from '@mantine/core';
import { DataTable } from '../../../lists/data-table';
import { formatMoney } from '../../../format/money';
import { Card } from '../../../parts/card';
import { CodeSample } from '../../../parts/code-sample';
import { Columns } from '../../../parts/columns';
import { CopyText } from '../../../parts/copy-text';
import { curl } from '../../../parts/curl';
import { Facts } from '../../../parts/facts';
import { Page } from '../../../parts/page';
import { useStore } from '../../../session/store-context';
import { useLanguage } from '../../../words/language';
import { useWords } from '../../../words/words';
import { DeveloperTabs } from '../developer-tabs';
import { MailCard } from './mail-card';
import { magicAmounts, spacedNumber, testCards } from './test-cards';
import { testingWords } from './testing-words';

/** What makes the simulator do something: cards, amounts, keys, texts. */
export function TestingPage() {
  const say = useWords(testingWords);
  const { isLive } = useStore();
  return (
    <Page title={say('title')}>
      <DeveloperTabs />
      {isLive ? (
        <Text role="status">{say('onlyInTest')}</Text>
      ) : (
        <Columns
          aside={
            <>
              <SimulateCard />
              <WordsCard />
              <MailCard />
            </>
          }
        >
          <CardsCard />
          <AmountsCard />
        </Columns>
      )}
    </Page>
  );
}

function CardsCard() {
  const say = useWords(testingWords);
  return (
    <Card title={say('cards')}>
      <Text size="sm" c="dimmed" mb="sm">
        {say('cardsHint')}
      </Text>
      <DataTable
        label={say('cards')}
        rows={testCards}
        getId={({ number }) => number}
        columns={[
          {
            id: 'number',
            header: say('number'),
            cell: ({ number }) => (
              <span className="figures">
                <CopyText text={number} shown={spacedNumber(number)} name={spacedNumber(number)} />
              </span>
            ),
          },
          { id: 'brand', header: say('brand'), cell: ({ brand }) => brand, isExtra: true },
          {
            id: 'outcome',
            header: say('outcome'),
            cell: ({ outcome, code }) => `${say(outcome)}${code === undefined ? '' : ` (${code})`}`,
          },
        ]}
      />
    </Card>
  );
}

function AmountsCard() {
  const say = useWords(testingWords);
  const { language } = useLanguage();
  return (
    <Card title={say('amounts')}>
      <Text size="sm" c="dimmed" mb="sm">
        {say('amountsHint')}
      </Text>
      <DataTable
        label={say('amounts')}
        rows={magicAmounts}
        getId={({ ending }) => ending}
        columns={[
          { id: 'ending', header: say('ending'), cell: ({ ending }) => <code>{ending}</code> },
          {
            id: 'example',
            header: say('example'),
            cell: ({ ending }) => formatMoney(1_000 + Number(ending), language),
            isExtra: true,
          },
          { id: 'outcome', header: say('outcome'), cell: ({ outcome }) => say(outcome) },
        ]}
      />
    </Card>
  );
}

function SimulateCard() {
  const say = useWords(testingWords);
  return (
    <Card title={say('simulate')}>
      <Text size="sm" mb="sm">
        {say('simulateHint')}
      </Text>
      <CodeSample code={curl('POST', '/v2/transparents/simulate-payment?id=pix_char_…', {})} />
      <Text size="sm" c="dimmed" my="sm">
        {say('simulateLate')}
      </Text>
      <CodeSample code={curl('POST', '/v2/transparents/simulate-payment?id=pix_char_…', { late: true })} />
    </Card>
  );
}

function WordsCard() {
  const say = useWords(testingWords);
  return (
    <>
      <Card title={say('keys')}>
        <Facts
          facts={[
            ['mismatch', say('keyMismatch')],
            ['timeout', say('keyTimeout')],
          ]}
        />
        <Text size="sm" c="dimmed" mt="xs">
          {say('payoutsHint')}
        </Text>
      </Card>
      <Card title={say('evidence')}>
        <Facts
          facts={[
            ['winning_evidence', say('evidenceWin')],
            ['losing_evidence', say('evidenceLose')],
          ]}
        />
      </Card>
    </>
  );
}
