/** Calls for the code with which a phone sends photos to the form at the desk: for staff, and for the phone. */
export const openPhotoLink = { id: 'openPhotoLink', method: 'POST', path: '/api/photo-codes' } as const;
export const getPhotoLink = { id: 'getPhotoLink', method: 'GET', path: '/api/photo-codes/{id}' } as const;
export const endPhotoLink = { id: 'endPhotoLink', method: 'DELETE', path: '/api/photo-codes/{id}' } as const;
export const readPhotoLink = { id: 'readPhotoLink', method: 'GET', path: '/api/photo-links/{token}' } as const;
export const sendLinkPhoto = { id: 'sendLinkPhoto', method: 'POST', path: '/api/photo-links/{token}/photos' } as const;
