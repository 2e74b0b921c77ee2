import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { useSubmitOnce } from './use-submit-once.ts';

/** Renders a form's hook, whose requests end as the test decides. */
function renderForm() {
  const client = new QueryClient();
  const sent: string[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => {
      const save = useMutation({
        mutationFn: (name: string) => {
          sent.push(name);
          const end = Promise.withResolvers<void>();
          ends.push(end);
          return end.promise;
        },
      });
      return useSubmitOnce((name: string) => {
        if (name !== '') save.mutate(name);
      });
    },
    { wrapper },
  );
  return {
    sent,
    submit: (name: string) => act(async () => result.current(name)),
    /** Calls twice before anything can be rendered. */
    submitTwice: (name: string) => {
      const submit = result.current;
      return act(async () => {
        submit(name);
        submit(name);
      });
    },
    end: (how: 'resolve' | 'reject') => act(async () => ends.at(-1)?.[how]()),
  };
}

it('sends a form once that is submitted twice', async () => {
  const form = renderForm();
  await form.submitTwice('one');
  await form.submit('one');
  expect(form.sent).toEqual(['one']);
});

it.each(['resolve', 'reject'] as const)(
  'sends a form again that stays after its request ends: %s',
  async (how) => {
    const form = renderForm();
    await form.submit('one');
    await form.end(how);
    await vi.waitFor(async () => {
      await form.submit('two');
      expect(form.sent).toEqual(['one', 'two']);
    });
  },
);

it('sends a form whose previous values were refused without a request', async () => {
  const form = renderForm();
  await form.submit('');
  await form.submit('one');
  expect(form.sent).toEqual(['one']);
});
