import { defineWords } from '../../words/words';

export const notesWords = defineWords(
  {
    title: 'Notas da equipe',
    hint: 'Só a equipe desta loja vê. Não vão para o cliente, os webhooks nem a API.',
    note: 'Nova nota',
    add: 'Adicionar nota',
    added: 'Nota adicionada',
    none: 'Nenhuma nota ainda.',
    delete: 'Excluir',
    deleteOf: 'Excluir a nota de {author}',
    deleteTitle: 'Excluir nota',
    deleteHint: 'A nota some para toda a equipe e não volta.',
    deleted: 'Nota excluída',
    erased: 'Pessoa removida',
    full: 'Já são 100 notas, o máximo: exclua uma antes de adicionar outra.',
  },
  {
    title: 'Team notes',
    hint: 'Only the team of this store sees them. They are in no mail, webhook or answer of the API.',
    note: 'New note',
    add: 'Add note',
    added: 'Note added',
    none: 'No notes yet.',
    delete: 'Delete',
    deleteOf: 'Delete the note of {author}',
    deleteTitle: 'Delete note',
    deleteHint: 'The note goes for the whole team, for good.',
    deleted: 'Note deleted',
    erased: 'Removed person',
    full: 'There are 100 notes, the most there can be: delete one before you add another.',
  },
);
