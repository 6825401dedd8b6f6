import { block, pageText } from '../generated/page';
import type { Words } from '../generated/words';
import { fieldList } from './fields';
import { eventMeanings } from './event-meanings';
import { fields, collectObjects } from './objects';
import { resolved, type OpenApi } from './openapi';

/** Every event of webhooks: when it happens, what its `data` has, and a body as it is sent. */
export function eventsPage(document: OpenApi, words: Words): string {
  const { title, description, intro, data, example } = words.ui.events;
  const objects = collectObjects(document, words);
  const sections = Object.entries(document.webhooks).map(([event, { post }]) => {
    const media = post.requestBody?.content['application/json'];
    const body = resolved(document, media?.schema ?? {});
    return [
      `## \`${event}\``,
      words.of(eventMeanings[event] ?? ''),
      `**${data}**`,
      fields(fieldList(objects.place, body.properties?.['data'] ?? {})),
      `<details>\n<summary>${example}</summary>\n\n${block('json', JSON.stringify(media?.example, null, 2))}\n</details>`,
    ].join('\n\n');
  });
  const records = objects.sections();
  const body = [intro, ...sections, ...(records === '' ? [] : [`## ${words.ui.objects}\n\n${records}`])].join('\n\n');
  return pageText({ title, description }, body);
}
