import { Nullable } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Permission } from '../../access/permission';
import { noteLengthMax, type NoteKind } from '../../notes/note';
import { addNote, readNotes, removeNote, type NoteWriter } from '../../notes/notes';
import type { Route, RouteGroup } from '../edge/api';
import { callContext, principal } from '../edge/request';
import { ok, recordAnswer } from '../v2/envelope';
import { Done, done } from './sign-in-routes';
import { requireSession } from './visit';

const Id = Type.String({ minLength: 1, maxLength: 255 });
const ShownNoteRecord = Type.Object({
  id: Id,
  text: Type.String(),
  author: Type.Object({
    id: Id,
    email: Nullable(Type.String({ description: 'null: the person was erased.' })),
  }),
  mayDelete: Type.Boolean(),
  createdAt: Type.String(),
});
const NotesRecord = Type.Object({
  notes: Type.Array(ShownNoteRecord, { description: 'The newest first.' }),
  mayAdd: Type.Boolean(),
});

/** A member, who writes; keys have no part in it. */
function readWriter(request: FastifyRequest): NoteWriter {
  const { tenant, actor, permissions } = principal(request);
  return { tenant, actor, permissions, userId: requireSession(request).userId };
}

/** The routes of one kind of record, for who may read the record. */
function buildNoteRoutes(kind: NoteKind, name: 'charges' | 'customers', permission: Permission): RouteGroup {
  const config = { permission };

  const listRoute: Route = (app, deps) => {
    app.get(
      `/notes/${name}/list`,
      { config, schema: { querystring: Type.Object({ id: Id }), response: recordAnswer(NotesRecord) } },
      async (request) => {
        const record = { kind, recordId: request.query.id };
        const { notes, mayAdd } = await readNotes(deps, readWriter(request), record, callContext(request));
        return ok({ notes: notes.map(noteRecord), mayAdd });
      },
    );
  };

  const addRoute: Route = (app, deps) => {
    app.post(
      `/notes/${name}/add`,
      {
        config,
        schema: {
          // A text of several lines is called so: docs/behaviour/http.md#clean-text.
          body: Type.Object({ id: Id, notes: Type.String({ minLength: 1, maxLength: noteLengthMax }) }),
          response: recordAnswer(Type.Object({ id: Id })),
        },
      },
      async (request) => {
        const { id: recordId, notes: content } = request.body;
        const note = { kind, recordId, content };
        return ok({ id: await addNote(deps, readWriter(request), note, callContext(request)) });
      },
    );
  };

  const deleteRoute: Route = (app, deps) => {
    app.post(
      `/notes/${name}/delete`,
      { config, schema: { body: Type.Object({ id: Id }), response: recordAnswer(Done) } },
      async (request) => {
        await removeNote(deps, readWriter(request), { kind, id: request.body.id }, callContext(request));
        return done;
      },
    );
  };

  return [listRoute, addRoute, deleteRoute];
}

function noteRecord(note: Awaited<ReturnType<typeof readNotes>>['notes'][number]): Static<typeof ShownNoteRecord> {
  const { id, content: text, authorId, authorEmail, mayDelete, createdAt } = note;
  const author = { id: authorId, email: authorEmail ?? null };
  return { id, text, author, mayDelete, createdAt: createdAt.toISOString() };
}

/** What people of a store note on its charges and customers (docs/behaviour/notes.md). */
export const noteRoutes: RouteGroup = [
  ...buildNoteRoutes('CHARGE', 'charges', 'CHECKOUT:READ'),
  ...buildNoteRoutes('CUSTOMER', 'customers', 'CUSTOMER:READ'),
];
