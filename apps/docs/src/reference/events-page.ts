import { block, pageText } from '../generated/page';
import type { Words } from '../generated/words';
import { describeType, fieldList, type FieldPlace } from './fields';
import { eventMeanings } from './event-meanings';
import { fields, collectObjects } from './objects';
import { resolved, type OpenApi, type Schema } from './openapi';

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
      dataText(objects.place, body.properties?.['data'] ?? {}),
      `<details>\n<summary>${example}</summary>\n\n${block('json', JSON.stringify(media?.example, null, 2))}\n</details>`,
    ].join('\n\n');
  });
  const records = objects.sections();
  const body = [intro, ...sections, ...(records === '' ? [] : [`## ${words.ui.objects}\n\n${records}`])].join('\n\n');
  return pageText({ title, description }, body);
}

/** The fields of `data`, or the records that it may be. */
function dataText(place: FieldPlace, data: Schema): string {
  const { anyOf } = resolved(place.document, data);
  return anyOf === undefined ? fields(fieldList(place, data)) : describeType(place, { anyOf });
}
