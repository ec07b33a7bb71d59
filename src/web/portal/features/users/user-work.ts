/** What happens to the user form: kept while typed, saved once, put at its fields when refused, merged when stale (specification §5, §8). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createUser, updateUser } from '#contract/calls/users.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import { takesTwo } from '#domain/identity/administrators.ts';
import { ask } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { type UserRow, userQuery } from '../../api/users.ts';
import { useEntityWork } from '../../ui/entity-work.ts';
import { type EntityForm, useEntityForm } from '../../ui/form/entity-form.ts';
import { type TypedOver, useKeptOver } from '../../ui/form/kept-over.ts';
import type { Kept } from '../../ui/form/kept-values.ts';
import { mergeTyped, standsThere } from '../../ui/form/three-way.ts';
import { fieldLabel } from '../../ui/labels.ts';
import { fieldOfServer, newUserValues, type UserValues, userBody, userIssues, valuesOf } from './user-values.ts';

/** The stored user that the form began with. */
interface Base {
  values: UserValues;
  lastModifiedDate: string | null;
}

export interface UserWork {
  form: EntityForm<UserValues>;
  base: Base;
  busy: boolean;
  save: (values: UserValues) => void;
  /** A refusal that belongs to no field. */
  failure: unknown;
  reload: () => void;
  reloading: boolean;
  /** After a reload: labels of the fields that somebody else changed too; null before. */
  reloaded: string[] | null;
  kept: Kept<TypedOver<UserValues>> | null;
  resume: () => void;
  discard: () => void;
  forget: () => void;
}

export function useUserWork(user: UserRow | null, onDone: () => void): UserWork {
  const { t } = useTranslation();
  const { account } = useSession();
  const client = useQueryClient();
  const creating = user === null;
  const [base, setBase] = useState<Base>(() => ({
    values: user ? valuesOf(user) : newUserValues(account.hstList),
    lastModifiedDate: user?.lastModifiedDate ?? null,
  }));
  const [failure, setFailure] = useState<unknown>(null);
  const [reloaded, setReloaded] = useState<string[] | null>(null);
  const kept = useKeptOver<UserValues>(creating ? 'user-new' : `user-${user.id}`);
  const labelOf = (field: string): string => {
    const brand = BRANDS.find((one) => field === `brand_${one}`);
    return brand ? t(`label.brand.${brand}`) : (fieldLabel(t, field) ?? field);
  };
  const form: EntityForm<UserValues> = useEntityForm<UserValues>({
    initialValues: base.values,
    issues: (values) => userIssues(values, creating),
    fieldOf: (field) => fieldOfServer(field, form.values),
    onValuesChange: (typed) => kept.keep({ base: base.values, typed }),
  });
  const current = () => client.fetchQuery({ ...userQuery(user?.id ?? 0), staleTime: 0 });
  const work = useEntityWork<UserValues, UserRow>({
    entity: 'users',
    kind: creating ? 'create' : 'update',
    send: (values, key) => {
      const body = userBody(values, creating);
      return creating
        ? ask(createUser, { body, idempotencyKey: key })
        : ask(updateUser, { body: { ...body, id: user.id, lastModifiedDate: base.lastModifiedDate } });
    },
    alreadyThere: async (values) => {
      if (creating) return null;
      const stored = await current();
      const [read, sent, now] = [base.values, values, valuesOf(stored)].map((known) => userBody(known, false));
      return read && sent && now && standsThere(read, sent, now) ? stored : null;
    },
    detail: (saved, values) =>
      takesTwo(creating ? null : base.values, values)
        ? t('users.proposals.waitsToast', { name: saved.fullname })
        : saved.fullname,
    // What the signed-in person may do can have changed too.
    refresh: user?.id === account.id ? [...updateUser.stale, 'account'] : updateUser.stale,
    onDone: () => {
      kept.forget();
      onDone();
    },
    onFailed: (refusal) => setFailure(form.refuse(refusal) ? null : refusal),
  });
  const reload = useMutation({
    mutationFn: current,
    onSuccess: (stored) => {
      const theirs = valuesOf(stored);
      const merged = mergeTyped(base.values, form.getValues(), theirs);
      setBase({ values: theirs, lastModifiedDate: stored.lastModifiedDate });
      form.setValues(merged.values);
      kept.keep({ base: theirs, typed: merged.values });
      setReloaded(merged.both.map(labelOf));
      setFailure(null);
    },
    onError: setFailure,
  });
  return {
    form,
    base,
    busy: work.isPending,
    save: (values) => {
      if (work.isPending) return;
      setFailure(null);
      setReloaded(null);
      work.mutate(values);
    },
    failure,
    reload: () => reload.mutate(),
    reloading: reload.isPending,
    reloaded,
    kept: kept.offered,
    resume: () => {
      const { values, both } = kept.resume(base.values);
      form.setValues(values);
      if (both.length > 0) setReloaded(both.map(labelOf));
    },
    discard: kept.discard,
    forget: kept.forget,
  };
}
