/** The embedded database: a document of every kind, with the product started without any setting. */
import { expect } from '@playwright/test';
import { createEveryKind, createUnnumberedPaper } from '../../starts/every-kind.ts';
import { test } from '../support/journey-server.ts';

test('with default settings a document of every kind can be created', async ({ ground }) => {
  expect(new Set(await createEveryKind(ground.address)).size).toBeGreaterThan(40);
  await createUnnumberedPaper(ground.address);
});
