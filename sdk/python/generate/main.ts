// Writes src/pitanga_pay/types.py and src/pitanga_pay/resources.py from docs/api/v2.openapi.json: a new operation of the API is in
// the client by itself. A program of our own, because those that write TypedDicts need Python, and npm start must not.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument } from '../../operations/document';
import { listMethods, type Method } from '../../operations/operations';
import { resourceClasses } from './resources';
import { TypeWriter } from './types';

const head = `# Generated from docs/api/v2.openapi.json. DO NOT EDIT.
from __future__ import annotations
`;
const typing = `
if TYPE_CHECKING:
    # Type checkers bring it along; nothing of it is needed when a program runs.
`;

const document = readDocument();
const methods = listMethods(document);
const inputs = new Map(methods.flatMap(({ fields }) => (fields ? [[fields.type, fields.schema] as const] : [])));
const types = new TypeWriter(new Set(inputs.keys()));

for (const [name, schema] of Object.entries(document.components.schemas)) {
  if (name !== 'ById' && !inputs.has(name)) types.declare(name, schema);
}
for (const [name, schema] of inputs) types.declare(name, schema);

const answers = new Map(methods.map((method) => [method, answerType(method)]));

function answerType({ shape, answer }: Method): string {
  if (shape === 'text') return 'str';
  if (shape === 'stream') return `Iterator[t.${answer.type}]`;
  const type = types.pythonType(answer.schema, answer.type).replace(/\b([A-Z]\w+)\b(?!\[)/g, 't.$1');
  return shape === 'list' ? `Page[${type}]` : type;
}

const folder = join(__dirname, '../src/pitanga_pay');
writeFileSync(
  join(folder, 'types.py'),
  `"""The shapes of the API: what its methods take and answer, and what webhooks carry. Amounts are in centavos, times in UTC."""

${head}
from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict, Union
${typing}    from typing_extensions import NotRequired, TypeAlias


${types.text()}`,
);
writeFileSync(
  join(folder, 'resources.py'),
  `"""Every operation of the API, by resource."""

${head}
from typing import TYPE_CHECKING, Iterator, List

from . import types as t
from ._pages import Page
from ._event_stream import events_of
from ._transport import Transport, with_id
${typing}    from typing_extensions import Unpack


${resourceClasses(methods, (method) => answers.get(method) ?? 'None')}`,
);
