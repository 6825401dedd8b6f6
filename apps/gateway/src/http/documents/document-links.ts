import type { DocumentedPaths } from './document-examples';

interface Schema {
  readonly $ref?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

export type DocumentedSchemas = Readonly<Record<string, Schema>>;

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<Record<string, { content?: Content; links?: Record<string, object> }>>;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Placed extends Operation {
  readonly method: string;
  /** `/v2/customers` of `/v2/customers/get`. */
  readonly folder: string;
}

/** Their `id` is of a charge, which is no record of their folder. */
const takeIdsOfOthers = ['refundPaymentLinkPayment'];

/**
 * Tells of every answer that brings new ids what may be asked with them: a record that was made, or the first of a list,
 * leads to the operations of its folder that take an `id`. The folder of a record is where it is read.
 */
export function addLinks(paths: DocumentedPaths, schemas: DocumentedSchemas): void {
  const operations = placed(paths);
  const findData = dataFinder(schemas);
  const takesId = (operation: Placed): boolean =>
    (hasIdInQuery(operation) ||
      resolve(jsonSchema(operation.requestBody?.content), schemas).properties?.['id'] !== undefined) &&
    !takeIdsOfOthers.includes(String(operation.operationId));

  for (const operation of operations) {
    const answer = operation.responses?.['200'];
    const data = findData(operation);
    const record = baseName(data?.items ?? data);
    if (answer === undefined || record === undefined) continue;
    const folder = findRecordFolder(record, operations, findData);
    const isOfKnownId = data?.items === undefined && folder === operation.folder && takesId(operation);
    if (folder === undefined || (operation.method === 'get' && data?.items === undefined) || isOfKnownId) continue;
    const id = data?.items === undefined ? '$response.body#/data/id' : '$response.body#/data/0/id';
    // The `id` of the list of these records chooses among them; that of `subscriptions/cycles` is of their owner.
    const targets = operations.filter(
      (other) => other.folder === folder && baseName(findData(other)?.items) !== record && takesId(other),
    );
    answer.links = Object.fromEntries(targets.map((target) => [String(target.operationId), linkTo(target, id)]));
  }
}

function placed(paths: DocumentedPaths): readonly Placed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Readonly<Record<string, Operation>>).map(([method, operation]) => ({
      ...operation,
      method,
      folder: path.slice(0, path.lastIndexOf('/')),
    })),
  );
}

/** `Webhook` of `CreatedWebhook`, `Checkout` of `CheckoutWithPayments`: what a record is called in all its forms. */
function baseName(schema: Schema | undefined): string | undefined {
  const name = schema?.$ref?.slice(schema.$ref.lastIndexOf('/') + 1);
  return name?.replace(/^Created/, '').replace(/(?:With[A-Z]\w*|Details|Check)$/, '');
}

/** Where a record is read by its id. */
function findRecordFolder(record: string, operations: readonly Placed[], findData: DataFinder): string | undefined {
  const reads = (operation: Placed): boolean =>
    operation.method === 'get' && hasIdInQuery(operation) && baseName(findData(operation)) === record;
  return operations.find(reads)?.folder;
}

function linkTo(target: Placed, id: string): object {
  const { operationId } = target;
  return hasIdInQuery(target) ? { operationId, parameters: { id } } : { operationId, requestBody: { id } };
}

const hasIdInQuery = ({ parameters = [] }: Placed): boolean =>
  parameters.some((parameter) => parameter.in === 'query' && parameter.name === 'id');

type DataFinder = (operation: Operation) => Schema | undefined;

/** Finds what an operation answers as `data`. */
function dataFinder(schemas: DocumentedSchemas): DataFinder {
  return ({ responses }) => resolve(jsonSchema(responses?.['200']?.content), schemas).properties?.['data'];
}

const jsonSchema = (content: Content | undefined): Schema | undefined => content?.['application/json']?.schema;

function resolve(schema: Schema | undefined, schemas: DocumentedSchemas): Schema {
  if (schema?.$ref === undefined) return schema ?? {};
  return schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {};
}
