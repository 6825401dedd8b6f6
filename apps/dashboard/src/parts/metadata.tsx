import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { Card } from './card';
import { Facts } from './facts';

/** What the merchant wrote into a record; nothing where that is nothing. */
export function Metadata({ metadata }: { readonly metadata: Readonly<Record<string, unknown>> }) {
  const say = useWords(commonWords);
  const entries = Object.entries(metadata);
  if (entries.length === 0) return null;
  return (
    <Card title={say('metadata')}>
      <Facts
        facts={entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])}
      />
    </Card>
  );
}
