import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { TextField } from '../../forms/fields';
import { RecordForm } from '../../forms/record-form';
import { Card } from '../../parts/card';
import { Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { useWords } from '../../words/words';
import { noteLengthMax, notesMax, useAddNote, useDeleteNote, useNotes, type Noted, type ShownNote } from './note-data';
import { notesWords } from './notes-words';
import './notes.css';

/** What the people of the store note on a record, for themselves. */
export function NotesCard(noted: Noted) {
  const say = useWords(notesWords);
  const query = useNotes(noted);
  return (
    <Card title={say('title')}>
      <Text size="sm" c="dimmed" mb="sm">
        {say('hint')}
      </Text>
      <Loaded query={query}>
        {({ notes, mayAdd }) => (
          <>
            {mayAdd && (notes.length < notesMax ? <NoteForm {...noted} /> : <Text size="sm">{say('full')}</Text>)}
            <NoteList noted={noted} notes={notes} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function NoteForm(noted: Noted) {
  const say = useWords(notesWords);
  const form = useForm({ defaultValues: { notes: '' } });
  const add = useAddNote(noted, () => {
    form.reset();
  });
  return (
    <RecordForm form={form} verb={say('add')} action={add} toInput={({ notes }) => notes.trim()}>
      <TextField
        control={form.control}
        name="notes"
        label={say('note')}
        maxLength={noteLengthMax}
        rows={3}
        isRequired
      />
    </RecordForm>
  );
}

function NoteList({ noted, notes }: { readonly noted: Noted; readonly notes: readonly ShownNote[] }) {
  const say = useWords(notesWords);
  const [asked, setAsked] = useState<string>();
  const close = (): void => {
    setAsked(undefined);
  };
  const remove = useDeleteNote(noted, close);
  if (notes.length === 0) {
    return (
      <Text size="sm" c="dimmed" mt="md">
        {say('none')}
      </Text>
    );
  }
  return (
    <>
      <ul className="notes" aria-label={say('title')}>
        {notes.map((note) => (
          <NoteLine
            key={note.id}
            note={note}
            onDelete={() => {
              remove.clear();
              setAsked(note.id);
            }}
          />
        ))}
      </ul>
      {asked !== undefined && (
        <ConfirmDialog
          title={say('deleteTitle')}
          verb={say('delete')}
          isDangerous
          action={remove}
          input={asked}
          onClose={close}
        >
          {say('deleteHint')}
        </ConfirmDialog>
      )}
    </>
  );
}

function NoteLine({ note, onDelete }: { readonly note: ShownNote; readonly onDelete: () => void }) {
  const say = useWords(notesWords);
  const { text, author, mayDelete, createdAt } = note;
  const name = author.email ?? say('erased');
  return (
    <li>
      <p className="note-text">{text}</p>
      <div className="note-foot">
        <Text size="sm" className="note-author">
          <span title={author.id}>{name}</span> · <Instant at={createdAt} />
        </Text>
        {mayDelete && (
          <Button size="compact-sm" variant="subtle" aria-label={say('deleteOf', { author: name })} onClick={onDelete}>
            {say('delete')}
          </Button>
        )}
      </div>
    </li>
  );
}
