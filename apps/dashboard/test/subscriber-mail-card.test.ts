import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { SubscriberMailCard } from '../src/pages/home/subscriber-mail-card';
import { answeredKinds } from '../src/pages/home/subscriber-mail';
import { render, storeKey } from './render';

async function cardOf(kindsChosen: boolean | undefined): Promise<string> {
  const queries = new QueryClient();
  if (kindsChosen !== undefined) queries.setQueryData(storeKey('store'), { mail: { kinds: ['RECEIPT'], kindsChosen } });
  return render(createElement(SubscriberMailCard), { queries, permissions: ['STORE:READ', 'STORE:UPDATE'] });
}

describe('the question whether subscribers are mailed', () => {
  it('is asked until the store has chosen, with both answers', async () => {
    const html = await cardOf(false);
    for (const text of ['Avisar os assinantes?', '<button']) expect(html).toContain(text);
    expect(html.match(/<button/g)).toHaveLength(2);
    for (const chosen of [true, undefined]) expect(await cardOf(chosen)).not.toContain('Avisar os assinantes?');
  });

  it('keeps the kinds of before whatever is answered, and adds the start once', () => {
    expect(answeredKinds(['RECEIPT'], false)).toEqual(['RECEIPT']);
    expect(answeredKinds(['RECEIPT'], true)).toEqual(['RECEIPT', 'SUBSCRIPTION_STARTED']);
    expect(answeredKinds(['SUBSCRIPTION_STARTED', 'RECEIPT'], true)).toEqual(['SUBSCRIPTION_STARTED', 'RECEIPT']);
  });
});
