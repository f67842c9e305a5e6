use objet::prelude::*;

mod __objet {
    use std::ops::Deref;

    #[repr(C)]
    pub struct Object(pub [u64; 2]);

    impl Deref for Object {
        type Target = objet::Object;

        fn deref(&self) -> &objet::Object {
            unimplemented!()
        }
    }
}

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Forged")]
struct ForgedNode {
    base: __objet::Object,
}

fn main() {}
