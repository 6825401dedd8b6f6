import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A place of the sources where an AppError is made. */
export interface ThrownError {
  readonly file: string;
  /** The reason as far as the source says it: a template's unknown parts are `*`. Undefined for a variable. */
  readonly reason: string | undefined;
  /** Undefined where it is passed on. */
  readonly kind: string | undefined;
  /** Every text that may be its sentence, with `*` for what is filled in. */
  readonly sentences: readonly string[];
}

const rootDir = join(__dirname, '../../..');

/** Where the reason stands among the arguments, what it is when left out, and the kind. */
const makers: Readonly<Record<string, { readonly at: number; readonly reason?: string; readonly kind?: string }>> = {
  invalidArgument: { at: 1, reason: 'INVALID_ARGUMENT', kind: 'INVALID_ARGUMENT' },
  failedPrecondition: { at: 1, kind: 'FAILED_PRECONDITION' },
  permissionDenied: { at: 1, kind: 'PERMISSION_DENIED' },
  unauthenticated: { at: 1, kind: 'UNAUTHENTICATED' },
  notFound: { at: 1, reason: 'NOT_FOUND', kind: 'NOT_FOUND' },
  alreadyExists: { at: 1, kind: 'ALREADY_EXISTS' },
  unavailable: { at: 1, reason: 'SERVICE_UNAVAILABLE', kind: 'UNAVAILABLE' },
  createSettingsReader: { at: 0, kind: 'INVALID_ARGUMENT' },
};

/** Every AppError that the sources make, by their syntax. */
export function thrownErrors(): readonly ThrownError[] {
  const files = globSync('{apps,libs}/*/src/**/*.ts', {
    cwd: rootDir,
    exclude: (name) => /(^|\/)gen(\/|$)|\.test\.ts$/.test(name),
  });
  return files.flatMap((file) => thrownIn(file, readFileSync(join(rootDir, file), 'utf8')));
}

/** Every literal of the files that make AppErrors: a sentence may stand in a table, out of sight of its error. */
export function textsBesideThrown(files: ReadonlySet<string>): readonly { file: string; text: string }[] {
  return [...files].flatMap((file) => {
    const source = sourceOf(file, readFileSync(join(rootDir, file), 'utf8'));
    return literalsOf(source).map((text) => ({ file, text }));
  });
}

export function thrownIn(file: string, text: string): readonly ThrownError[] {
  const found: ThrownError[] = [];
  const source = sourceOf(file, text);
  const visit = (node: ts.Node): void => {
    const made = madeBy(node);
    if (made) found.push({ file, reason: made.reason, kind: made.kind, sentences: textsOf(made.sentence, source) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function sourceOf(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
}

interface Made {
  readonly reason: string | undefined;
  readonly kind: string | undefined;
  readonly sentence: ts.Node | undefined;
}

function madeBy(node: ts.Node): Made | undefined {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const maker = Object.hasOwn(makers, node.expression.text) ? makers[node.expression.text] : undefined;
    // A handler of unknown routes has the same name and other arguments.
    if (!maker || node.arguments[0]?.getText() === 'request') return undefined;
    const given = node.arguments[maker.at];
    return { reason: given ? textOf(given) : maker.reason, kind: maker.kind, sentence: node.arguments[0] };
  }
  // What an AppError is then spread from.
  if (ts.isObjectLiteralExpression(node) && !isInput(node)) {
    const [reason, sentence] = [propertyOf(node, 'reason'), propertyOf(node, 'message')];
    return reason && sentence && ts.isStringLiteralLike(reason)
      ? { reason: reason.text, kind: textOf(propertyOf(node, 'kind')), sentence }
      : undefined;
  }
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'AppError') return undefined;
  const [input] = node.arguments ?? [];
  if (!input || !ts.isObjectLiteralExpression(input))
    return { reason: undefined, kind: undefined, sentence: undefined };
  if (input.properties.some((each) => ts.isSpreadAssignment(each))) return undefined;
  return {
    reason: textOf(propertyOf(input, 'reason')),
    kind: textOf(propertyOf(input, 'kind')),
    sentence: propertyOf(input, 'message'),
  };
}

function isInput({ parent }: ts.Node): boolean {
  return ts.isNewExpression(parent) && parent.expression.getText() === 'AppError';
}

function propertyOf(object: ts.ObjectLiteralExpression, name: string): ts.Node | undefined {
  const property = object.properties.find((each) => each.name?.getText() === name);
  if (!property) return undefined;
  return ts.isPropertyAssignment(property) ? property.initializer : property.name;
}

/** A literal's text; of what is put together from others, undefined. */
function textOf(node: ts.Node | undefined): string | undefined {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `*${literal.text}`).join('');
}

/** All literals within a sentence; of a plain variable, those of its file that begin like a sentence. */
function textsOf(node: ts.Node | undefined, source: ts.SourceFile): readonly string[] {
  const texts = node ? literalsOf(node) : [];
  const isLiteral = texts.length > 0 && !(node && ts.isIdentifier(node));
  return isLiteral ? texts : literalsOf(source).filter((text) => /^\p{Lu}\S* \S+ /u.test(text));
}

function literalsOf(node: ts.Node): readonly string[] {
  const texts: string[] = [];
  const collect = (each: ts.Node): void => {
    const text = textOf(each);
    if (text === undefined) ts.forEachChild(each, collect);
    else texts.push(text);
  };
  collect(node);
  return texts;
}
