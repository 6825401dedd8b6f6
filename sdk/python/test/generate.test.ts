import { readDocument } from '../../operations/document';
import { listMethods } from '../../operations/operations';
import { resourceClasses } from '../generate/resources';
import { docstring } from '../generate/text';
import { TypeWriter } from '../generate/types';

const document = readDocument();
const methods = listMethods(document);

describe('the methods of the Python client', () => {
  it('are one for each operation of the document, each with a name of its own', () => {
    const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
    );
    expect(methods.map(({ verb, path }) => `${verb} ${path}`)).toEqual(operations);
    const names = methods.map(({ name }) => name.join('.'));
    expect(new Set(names).size).toBe(operations.length);
    const source = resourceClasses(methods, () => 'None');
    expect(source.match(/^ {4}def (?!__init__)/gm)).toHaveLength(operations.length);
  });

  it.each([
    ['POST', '/v2/transparents/create', 'charges.create'],
    ['GET', '/v2/transparents/get', 'transparents.get'],
    ['GET', '/v2/charges/get', 'charges.get'],
    ['POST', '/v2/card-tokens', 'cardTokens.create'],
    ['GET', '/v2/search', 'search'],
    ['GET', '/v2/webhooks/deliveries', 'webhooks.deliveries.list'],
    ['POST', '/v2/webhooks/deliveries/resend', 'webhooks.deliveries.resend'],
    ['POST', '/v2/subscriptions/change-plan', 'subscriptions.changePlan'],
  ])('%s %s is %s', (verb, path, name) => {
    expect(methods.find((method) => method.path === path && method.verb === verb)?.name.join('.')).toBe(name);
  });

  it('take an id first: always, where it alone says which record, or where nothing else can', () => {
    const idOf = (name: string) => methods.find((method) => method.name.join('.') === name)?.id;
    expect(['charges.get', 'charges.refund', 'customers.update', 'subscriptions.cycles'].map(idOf)).toEqual(
      Array(4).fill('required'),
    );
    expect(['customers.get', 'customers.exportPerson', 'payouts.get'].map(idOf)).toEqual(Array(3).fill('optional'));
    expect(['charges.list', 'charges.create', 'store.get'].map(idOf)).toEqual(Array(3).fill('none'));
  });
});

describe('the types of the Python client', () => {
  const written = (schema: object, inputs: readonly string[] = []): string => {
    const types = new TypeWriter(new Set(inputs));
    types.declare('Thing', schema);
    return types.text();
  };

  it('name the objects in objects, and say what may be left out or null', () => {
    const inner = { type: 'object', properties: { at: { type: ['string', 'null'], description: 'When.' } } };
    const properties = { steps: { type: 'array', items: inner }, kind: { enum: ['A', 'B'] }, any: {} };
    expect(written({ type: 'object', required: ['steps'], properties })).toBe(
      [
        'class ThingStepsItem(TypedDict):',
        '    at: NotRequired[Union[str, None]]',
        '    """When."""',
        '',
        '',
        'class Thing(TypedDict):',
        '    steps: List[ThingStepsItem]',
        '    kind: NotRequired[Literal["A", "B"]]',
        '    any: NotRequired[Any]',
        '',
      ].join('\n'),
    );
  });

  it('take an object of any fields as a dictionary', () => {
    const open = { type: 'object', properties: {}, additionalProperties: true };
    expect(written({ type: 'object', properties: { settings: open } })).toContain(
      'settings: NotRequired[Dict[str, Any]]',
    );
  });

  it('keep the name of a field that is a word of Python, but for an argument', () => {
    const schema = { type: 'object', properties: { from: { type: 'string' } } };
    expect(written(schema)).toContain('"from": "NotRequired[str]"');
    expect(written(schema, ['Thing'])).toContain('    from_: NotRequired[str]');
  });

  it('refuse a schema that they do not know', () => {
    expect(() => written({ type: 'object', properties: { a: { type: 'date' } } })).toThrow(
      'ThingA is of the type date',
    );
  });
});

describe('a docstring', () => {
  it('is folded, and is not ended by what is in it', () => {
    expect(docstring('Short.', '    ')).toBe('    """Short."""\n');
    expect(docstring('He says """no"""', '')).toBe('"""He says \\"\\""no\\"\\"\\""""\n');
    expect(docstring('It is "quoted"', '')).toBe('"""It is "quoted\\""""\n');
    expect(docstring('a\\b', '')).toBe('"""a\\\\b"""\n');
    const lines = docstring(Array(60).fill('word').join(' '), '    ').split('\n');
    expect(lines.length).toBeGreaterThan(3);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(107);
  });
});
