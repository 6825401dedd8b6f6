// What the SDK says of each operation of the document: where it is in the surface, and what it takes and answers.

const typeName = (operationId) => operationId[0].toUpperCase() + operationId.slice(1);
const refName = (schema) => schema?.$ref?.split('/').at(-1);

/** The properties that the operation takes, of its query or of its body, and which of them it must have. */
function inputOf(document, operation) {
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const body = operation.requestBody?.content['application/json'].schema;
  if (body === undefined) {
    const required = query.filter((parameter) => parameter.required).map(({ name }) => name);
    return { properties: query.map(({ name }) => name), required, body: undefined };
  }
  const schema = document.components.schemas[refName(body)];
  const properties = Object.keys(schema.properties);
  const elsewhere = query.filter(({ name }) => !properties.includes(name));
  if (elsewhere.length > 0) throw new Error(`${operation.operationId} takes in its query alone: ${elsewhere[0].name}`);
  return { properties, required: schema.required ?? [], body: refName(body) };
}

/** How the answer comes: one record (undefined), a page of a list, the text of a file, or a stream of events. */
function answerOf(document, operation) {
  const { content } = operation.responses['200'];
  if (content['text/event-stream']) return { shape: 'stream' };
  const schema = content['application/json']?.schema;
  if (!schema) return { shape: 'text' };
  const { data, pagination } = document.components.schemas[refName(schema)].properties;
  const response = `t.${typeName(operation.operationId)}Responses[200]['data']`;
  if (pagination)
    return { shape: 'list', type: refName(data.items) ? `t.${refName(data.items)}` : `${response}[number]` };
  return { shape: undefined, type: refName(data) ? `t.${refName(data)}` : response };
}

/** Every operation of the document, in its order. */
export function describeOperations(document) {
  const described = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [verb, operation] of Object.entries(methods)) {
      described.push({
        name: operation['x-sdk-name'].split('.'),
        method: verb.toUpperCase(),
        path,
        isKeyed: (operation.parameters ?? []).some((parameter) => parameter.name === 'idempotency-key'),
        input: inputOf(document, operation),
        answer: answerOf(document, operation),
        data: `t.${typeName(operation.operationId)}Data`,
        text: [operation.summary, operation.description].filter(Boolean).join('\n\n'),
      });
    }
  }
  return described;
}
