--! compatible
-- Whose codes a telephone has received before (D-45).
CREATE INDEX signer_phone ON signer (phone, first_name, last_name) WHERE role = 'customer';
