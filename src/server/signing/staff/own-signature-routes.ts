/** Routes of staff who sign in the portal. */
import {
  declineOwnSignature,
  giveOwnSignature,
  listOwnSignatures,
  proveOwnIdentity,
  readOwnDocument,
  readOwnSignature,
} from '#contract/signing/own-signature.ts';
import { staffActor } from '../../http/request/caller.ts';
import { type Serving, type StaffCall, serveStaff } from '../../http/route.ts';
import { pacedStream } from '../ceremony/reading.ts';
import {
  declineOwn,
  findOwnDocument,
  listOwnTurns,
  presentOwnSignature,
  proveIdentity,
  type StaffCaller,
  signOwn,
} from './staff-signature.ts';

const callerOf = ({ actor, session, request }: StaffCall<unknown, unknown, unknown>): StaffCaller => ({
  actor,
  sessionId: session.id,
  by: staffActor(actor, request),
});

export function ownSignatureRoutes(serving: Serving): void {
  const { world } = serving;

  serveStaff(serving, listOwnSignatures, ({ actor, query }) => listOwnTurns(world, actor, query.legalEntity));

  serveStaff(serving, readOwnSignature, (call) =>
    presentOwnSignature(world, callerOf(call), call.params.id, call.language),
  );

  serveStaff(serving, readOwnDocument, async (call) => {
    const { params, query, reply } = call;
    const selection = { documentId: params.id, id: query.document };
    const { file, noteRead } = await findOwnDocument(world, callerOf(call), selection);
    return pacedStream(world, reply, file, noteRead);
  });

  serveStaff(serving, proveOwnIdentity, async (call) => {
    const { params, body, request, reply, language } = call;
    const documentIds = [params.id, ...(body?.alsoFor ?? [])];
    const input = { documentIds, password: body?.password ?? null, request, reply };
    const url = await proveIdentity(world, callerOf(call), input);
    return { url, signature: await presentOwnSignature(world, callerOf(call), params.id, language) };
  });

  serveStaff(serving, giveOwnSignature, async (call) => {
    await signOwn(world, callerOf(call), call.params.id, call.body);
    return presentOwnSignature(world, callerOf(call), call.params.id, call.language);
  });

  serveStaff(serving, declineOwnSignature, async (call) => {
    await declineOwn(world, callerOf(call), call.params.id, call.body.reason);
    return presentOwnSignature(world, callerOf(call), call.params.id, call.language);
  });
}
