import { useAction } from '../../actions/use-action';
import { useToasts } from '../../actions/toasts';
import { storeApi } from '../../api/client';
import { answered } from '../../api/problem';
import { saveFile } from '../../lists/save-file';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import type { PersonKey } from './person';
import { personWords } from './person-words';

/** Downloads all that is held about a person. The answer is streamed: one that ended early is no JSON, and is not saved. */
export function usePersonExport(onDone: () => void) {
  const say = useWords(personWords);
  const { scope } = useStore();
  const toasts = useToasts();
  return useAction({
    run: async (key: PersonKey) =>
      await answered(storeApi(scope).POST('/v2/customers/export', { body: { ...key }, parseAs: 'text' })),
    onDone: (text, key) => {
      const data = parseData(text);
      if (data === undefined) {
        toasts.showProblem(new Error(say('exportBroken')));
        return;
      }
      const name = 'id' in key ? key.id : 'titular';
      saveFile(`dados-pessoais-${name}.json`, 'application/json', `${JSON.stringify(data, null, 2)}\n`);
      toasts.show(say('exported'));
      onDone();
    },
  });
}

function parseData(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly data?: unknown }).data;
  } catch {
    return undefined;
  }
}
