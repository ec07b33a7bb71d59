/** Values of JSON columns that no other subject defines. */
import type { BrandPermissions } from '#domain/access.ts';
import type { Role } from '#domain/identity/roles.ts';
import type { ClauseInput, CompanyFacts } from '#domain/papers/versions/version-schemas.ts';

/** A type's clauses in order, or the data of a legal entity. */
export type VersionContent = { clauses: ClauseInput[] } | { company: CompanyFacts };

/** Millimetres, y upwards. */
export interface HandDrawing {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly (readonly (readonly [x: number, y: number])[])[];
}

/** A user's values after a proposed change; the login stays. */
export interface WantedUser {
  firstName: string;
  lastName: string;
  email: string;
  authorities: Role[];
  hstList: string[];
  brands: BrandPermissions[];
  activated: boolean;
  /** Omitted: unchanged. */
  mobilePhone?: string | null | undefined;
}
