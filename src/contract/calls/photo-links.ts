/** Calls for the code with which a phone sends photos to the form at the desk: for staff, and for the phone. */
import { get, post, remove } from '../definition/methods.ts';

export const openPhotoLink = post('openPhotoLink', '/api/photo-codes');
export const getPhotoLink = get('getPhotoLink', '/api/photo-codes/{id}');
export const endPhotoLink = remove('endPhotoLink', '/api/photo-codes/{id}');
export const readPhotoLink = get('readPhotoLink', '/api/photo-links/{token}');
export const sendLinkPhoto = post('sendLinkPhoto', '/api/photo-links/{token}/photos');
